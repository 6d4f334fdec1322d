package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.dev.StackOptions;
import org.goodtiming.scheduler.dev.StackOptions.PortWishes;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between each node and each server, and one between the workers and the broker; everything
 * else of the suite is connected directly.
 */
final class Network implements AutoCloseable {

  enum Server {
    DATABASE,
    BROKER
  }

  private record Link(String node, Server server) {}

  // Below those that the system hands out for outgoing connections: a server that is down for a
  // while must find its port free again.
  private static final int FIRST_PORT = 21_000;
  private static final int LAST_PORT = 29_000;

  private final int databasePort;
  private final int brokerPort;
  private final int standbyPort;
  private final Map<Link, TcpProxy> links = new HashMap<>();
  private final Map<String, CommitCutter> cutters = new HashMap<>();
  private final CommitCutter workerCutter = CommitCutter.ofBroker();
  private @Nullable TcpProxy workers;

  private Network(int databasePort, int brokerPort, int standbyPort) {
    this.databasePort = databasePort;
    this.brokerPort = brokerPort;
    this.standbyPort = standbyPort;
  }

  /** Nodes that are connected directly. */
  static Network none() {
    return new Network(0, 0, 0);
  }

  static Network lay(int nodes) throws IOException {
    var network = ofDatabase(nodes);
    for (int number = 1; number <= nodes; number++) {
      network.links.put(new Link("node-" + number, Server.BROKER), TcpProxy.to(network.brokerPort));
    }
    network.workers = TcpProxy.to(network.brokerPort, network.workerCutter::tap);
    return network;
  }

  /** A network without proxies of the broker, because a pair sends its addresses to its clients. */
  static Network ofDatabase(int nodes) throws IOException {
    int databasePort = freePort(FIRST_PORT);
    int brokerPort = freePort(databasePort + 1);
    var network = new Network(databasePort, brokerPort, freePort(brokerPort + 1));
    for (int number = 1; number <= nodes; number++) {
      network.connect("node-" + number);
    }
    return network;
  }

  private void connect(String node) throws IOException {
    var cutter = CommitCutter.ofDatabase(DatabaseUser.XA.role());
    cutters.put(node, cutter);
    links.put(new Link(node, Server.DATABASE), TcpProxy.to(databasePort, cutter::tap));
  }

  /** A stack whose nodes go through this network. */
  StackOptions through(StackOptions options) {
    var wishes =
        new PortWishes(
            OptionalInt.of(databasePort),
            OptionalInt.of(brokerPort),
            OptionalInt.empty(),
            options.ports().offset());
    var all = options.withPorts(wishes);
    for (var link : links.entrySet()) {
      var node = link.getKey().node();
      var port = Integer.toString(link.getValue().port());
      all =
          switch (link.getKey().server()) {
            case DATABASE ->
                all.withEnvironment(
                        node, "SCHEDULER_DB_HOST", "127.0.0.1:%s,127.0.0.1".formatted(port))
                    .withEnvironment(node, "SCHEDULER_DB_PORT", Integer.toString(standbyPort));
            case BROKER -> all.withEnvironment(node, "SCHEDULER_BROKER_PORT", port);
          };
    }
    return all;
  }

  /** Whether the nodes go through it. */
  boolean laid() {
    return !links.isEmpty();
  }

  /** Whether each node reaches that server through it. */
  boolean leadsTo(Server server) {
    return links.keySet().stream().anyMatch(link -> link.server() == server);
  }

  /** The second address of the database that the nodes know; nobody listens there as a rule. */
  int standbyPort() {
    if (!laid()) {
      throw new IllegalStateException("the nodes of this stack know one address of the database");
    }
    return standbyPort;
  }

  /** The cutter of the scheduler's transactions on that node. */
  CommitCutter commitCutter(ServerNode node) {
    var cutter = cutters.get(node.name());
    if (cutter == null) {
      throw new IllegalStateException("the nodes of this stack are connected directly");
    }
    return cutter;
  }

  /** The cutter of the workers' transactions with reports. */
  CommitCutter workerCutter() {
    if (workers == null) {
      throw new IllegalStateException("the workers of this stack are connected directly");
    }
    return workerCutter;
  }

  /** How workers connect to the broker. */
  BrokerClient workerClient(FaultContext context) {
    return workers == null ? context.client() : BrokerClient.of(context.broker(), workers.port());
  }

  void weather(ServerNode node, Server server, LinkConditions weather) {
    var link = links.get(new Link(node.name(), server));
    if (link == null) {
      throw new IllegalStateException("the nodes of this stack are connected directly");
    }
    link.weather(weather);
  }

  void fine() {
    cutters.values().forEach(CommitCutter::disarm);
    workerCutter.disarm();
    links.values().forEach(proxy -> proxy.weather(LinkConditions.FINE));
  }

  @Override
  public void close() throws IOException {
    for (var proxy : links.values()) {
      proxy.close();
    }
    if (workers != null) {
      workers.close();
    }
  }

  private static int freePort(int from) {
    return IntStream.range(from, LAST_PORT)
        .filter(Network::isFree)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no free port from " + from));
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
