package org.goodtiming.scheduler.gate;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.config.Address;
import org.goodtiming.scheduler.config.InvalidSettingsException;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A node's name, database, broker and transaction log, from the environment variables of its
 * server.
 *
 * @param databaseAddress name, host and port, as a person reads them
 * @param brokerAddress host and port, of each broker of a pair
 */
record GateEnvironment(
    String node,
    DataSource database,
    String databaseAddress,
    ActiveMQXAConnectionFactory broker,
    String brokerAddress,
    TransactionLog log) {

  /**
   * @throws GateException if a variable is missing, the name is no name, or a setting is wrong
   */
  static GateEnvironment of(Map<String, String> environment) {
    NodeServer server = NodeServer.of(given(environment, "SCHEDULER_SERVER").orElse("payara"));
    String node = server.checked(value(environment, "SCHEDULER_NODE_NAME"));
    List<Address> brokers = settings(environment).broker().addresses();
    // They are required, though not by the scheduler
    value(environment, "SCHEDULER_BROKER_HOST");
    value(environment, "SCHEDULER_BROKER_PORT");
    return new GateEnvironment(
        node,
        database(environment, node),
        "%s at %s"
            .formatted(
                value(environment, "SCHEDULER_DB_NAME"),
                value(environment, "SCHEDULER_DB_HOST")
                    + ":"
                    + value(environment, "SCHEDULER_DB_PORT")),
        broker(environment, brokers),
        texts(brokers, Address::toString),
        new TransactionLog(Path.of(value(environment, "SCHEDULER_TX_LOG_DIR")), server));
  }

  /** The scheduler would not load, and the server would run without it. */
  private static SchedulerConfig settings(Map<String, String> environment) {
    try {
      return SchedulerConfig.from(name -> given(environment, variable(name)));
    } catch (InvalidSettingsException e) {
      throw new GateException(String.valueOf(e.getMessage()));
    }
  }

  /** The name of the variable by the rules of MicroProfile Config. */
  private static String variable(String setting) {
    return setting.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static DataSource database(Map<String, String> environment, String node) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setServerNames(new String[] {value(environment, "SCHEDULER_DB_HOST")});
    database.setPortNumbers(new int[] {Integer.parseInt(value(environment, "SCHEDULER_DB_PORT"))});
    database.setDatabaseName(value(environment, "SCHEDULER_DB_NAME"));
    database.setUser("scheduler_xa");
    database.setPassword(value(environment, "SCHEDULER_XA_PASSWORD"));
    database.setApplicationName("gate of " + node);
    given(environment, "SCHEDULER_DB_SSL_MODE").ifPresent(database::setSslMode);
    given(environment, "SCHEDULER_DB_SSL_ROOT_CERT").ifPresent(database::setSslRootCert);
    database.setTargetServerType("primary");
    database.setConnectTimeout(5);
    database.setSocketTimeout(30);
    return database;
  }

  private static ActiveMQXAConnectionFactory broker(
      Map<String, String> environment, List<Address> brokers) {
    // The resource adapter wants semicolons between parameters, an address ampersands.
    String parameters = given(environment, "SCHEDULER_BROKER_TLS").orElse("").replace(';', '&');
    String urls = texts(brokers, address -> "tcp://%s?%s".formatted(address, parameters));
    String url = brokers.size() == 1 ? urls : "(%s)?ha=true".formatted(urls);
    return new ActiveMQXAConnectionFactory(
        url,
        value(environment, "SCHEDULER_BROKER_USER"),
        value(environment, "SCHEDULER_BROKER_PASSWORD"));
  }

  private static String texts(List<Address> addresses, Function<Address, String> text) {
    return addresses.stream().map(text).collect(Collectors.joining(","));
  }

  private static String value(Map<String, String> environment, String name) {
    return given(environment, name)
        .orElseThrow(
            () ->
                new GateException(
                    "SCHED-0625 " + name + " is not set: set it for the gate and the server"));
  }

  private static Optional<String> given(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
