package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.install.BrokerPair;
import org.jspecify.annotations.Nullable;

/** Creates the components of a stack with their ports and environment; starts nothing. */
final class Blueprint {
  private static final int DATABASE_PORT = 15_432;
  private static final int BROKER_PORT = 61_616;
  private static final int HTTP_PORT = 8_080;
  private static final int ADMIN_PORT = 4_848;
  private static final int HEALTH_PORT = 8_090;

  private final StackOptions options;
  private final StateDirectory state;
  private final ProcessRecords processes;
  private final Passwords passwords;
  private final Ports ports;
  private final Distribution distribution;

  Blueprint(StackOptions options, StateDirectory state, ProcessRecords processes) {
    this.options = options;
    this.state = state;
    this.processes = processes;
    this.passwords = new Passwords(state.passwords());
    this.ports = new Ports(state.ports(), options.progress());
    this.distribution = new Distribution(options.project());
  }

  Database database() {
    var port = port(PortName.DATABASE, options.ports().database(), DATABASE_PORT);
    var settings = options.tls().map(StackTls::database).orElse(Map.of());
    return new Database(state, processes, passwords, distribution.postgres(), port, settings);
  }

  Schema schema(Database database) {
    return new Schema(database, distribution.sql(), state.database());
  }

  /** The active one, and its backup if there is to be a pair. */
  List<Broker> brokers() {
    int port = port(PortName.BROKER, options.ports().broker(), BROKER_PORT);
    if (!options.pair()) {
      return List.of(broker(port, null));
    }
    int backup = port(PortName.BACKUP, OptionalInt.empty(), BROKER_PORT);
    return List.of(
        broker(port, pair(port, backup, false)), broker(backup, pair(backup, port, true)));
  }

  private BrokerPair pair(int port, int other, boolean backup) {
    return new BrokerPair(
        Broker.address(port),
        Broker.address(other),
        backup,
        state.brokerData(),
        options.tls().map(StackTls::client).orElse(""),
        passwords.of("broker.pair"));
  }

  private Broker broker(int port, @Nullable BrokerPair pair) {
    var transport =
        options
            .tls()
            .map(tls -> new BrokerTransport(port, tls.acceptor(), tls.sockets()))
            .orElseGet(() -> BrokerTransport.plain(port));
    return new Broker(
        state,
        processes,
        passwords,
        distribution,
        transport,
        pair,
        options.componentEnvironment().getOrDefault(Broker.COMPONENT, Map.of()));
  }

  Path payara() {
    return distribution.payara();
  }

  ServerNode node(int number, Database database, List<Broker> brokers) {
    var name = "node-" + number;
    var wish = number == 1 ? options.ports().http() : OptionalInt.empty();
    var nodePorts =
        new NodePorts(
            port(PortName.http(name), wish, HTTP_PORT),
            port(PortName.admin(name), OptionalInt.empty(), ADMIN_PORT),
            port(PortName.health(name), OptionalInt.empty(), HEALTH_PORT));
    var files = new NodeFiles(distribution, state.nodes().resolve(name));
    return options
        .servers()
        .of(name)
        .node(name, nodePorts, files, surroundings(name, database, brokers));
  }

  private NodeEnvironment surroundings(String name, Database database, List<Broker> brokers) {
    var environment = environment(name, database, brokers);
    var gate =
        new StartGate(
            name, distribution.gate(), state.root(), state.log(name + "-gate"), environment);
    return new NodeEnvironment(
        processes,
        gate,
        state.transactions().resolve(name),
        state.log(name + "-console"),
        passwords.of("payara.admin"),
        environment,
        options.archives());
  }

  // The names that servers/payara and docker-compose.yml use.
  private Map<String, String> environment(String name, Database database, List<Broker> brokers) {
    var broker = brokers.get(0);
    var all = new HashMap<String, String>();
    all.put("SCHEDULER_NODE_NAME", name);
    all.put(NodeEnvironment.TRANSACTIONS, setting(NodeEnvironment.TRANSACTIONS, "last-resource"));
    all.put(NodeEnvironment.LOG_FORMAT, setting(NodeEnvironment.LOG_FORMAT, "text"));
    all.put("SCHEDULER_DB_HOST", database.host());
    all.put("SCHEDULER_DB_PORT", Integer.toString(database.port()));
    all.put("SCHEDULER_DB_NAME", Database.NAME);
    all.put("SCHEDULER_XA_PASSWORD", database.password(DatabaseUser.XA));
    all.put("SCHEDULER_LEASE_PASSWORD", database.password(DatabaseUser.LEASE));
    all.put("SCHEDULER_READ_PASSWORD", database.password(DatabaseUser.READER));
    all.put(NodeEnvironment.REST_PASSWORD, passwords.of("rest.admin"));
    all.put("SCHEDULER_SHOP_PASSWORD", database.password(DatabaseUser.SHOP));
    all.put("SCHEDULER_BROKER_HOST", hosts(brokers));
    all.put("SCHEDULER_BROKER_PORT", Integer.toString(broker.port()));
    all.put("SCHEDULER_BROKER_USER", BrokerUser.SCHEDULER.user());
    all.put("SCHEDULER_BROKER_PASSWORD", broker.password(BrokerUser.SCHEDULER));
    all.put("SCHEDULER_BROKER_REGISTRAR_PASSWORD", broker.password(BrokerUser.REGISTRAR));
    all.put("SCHEDULER_BROKER_WORKER_PASSWORD", broker.password(BrokerUser.WORKER));
    all.put("SCHEDULER_BROKER_ORDER_CHECK_PASSWORD", broker.password(BrokerUser.ORDER_CHECK));
    all.put("SCHEDULER_BROKER_TLS", BrokerTransport.NO_TLS);
    all.put("SCHEDULER_DB_SSL_MODE", "prefer");
    all.put("SCHEDULER_DB_SSL_ROOT_CERT", "none");
    all.put("SCHEDULER_RAR", distribution.resourceAdapter().toString());
    all.put("SCHEDULER_TX_LOG_DIR", state.transactions().resolve(name).toString());
    all.putAll(options.tls().map(StackTls::node).orElse(Map.of()));
    all.putAll(options.environment());
    all.putAll(options.componentEnvironment().getOrDefault(name, Map.of()));
    return all;
  }

  /** One host, or a list of host and port. */
  private static String hosts(List<Broker> brokers) {
    return brokers.size() == 1
        ? brokers.get(0).host()
        : brokers.stream()
            .map(broker -> broker.host() + ":" + broker.port())
            .collect(Collectors.joining(","));
  }

  private static String setting(String variable, String otherwise) {
    return System.getenv().getOrDefault(variable, otherwise);
  }

  private int port(PortName name, OptionalInt wish, int customary) {
    return wish.isPresent()
        ? ports.wished(name, wish.getAsInt())
        : ports.of(name, customary + options.ports().offset());
  }
}
