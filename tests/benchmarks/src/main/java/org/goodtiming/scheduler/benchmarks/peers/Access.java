package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Where database and broker are, handed from JVM to JVM by environment variables. */
record Access(
    String databaseUrl,
    String databaseUser,
    String databasePassword,
    String brokerUrl,
    String brokerUser,
    String brokerPassword) {

  private static final String DATABASE_URL = "BENCH_DATABASE_URL";
  private static final String DATABASE_USER = "BENCH_DATABASE_USER";
  private static final String DATABASE_PASSWORD = "BENCH_DATABASE_PASSWORD";
  private static final String BROKER_URL = "BENCH_BROKER_URL";
  private static final String BROKER_USER = "BENCH_BROKER_USER";
  private static final String BROKER_PASSWORD = "BENCH_BROKER_PASSWORD";

  // On a busy machine a broker that has just started may take longer than the 30 s of the default.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static Access of(Map<String, String> environment) {
    return new Access(
        required(environment, DATABASE_URL),
        required(environment, DATABASE_USER),
        required(environment, DATABASE_PASSWORD),
        required(environment, BROKER_URL),
        required(environment, BROKER_USER),
        required(environment, BROKER_PASSWORD));
  }

  Map<String, String> environment() {
    return Map.of(
        DATABASE_URL, databaseUrl,
        DATABASE_USER, databaseUser,
        DATABASE_PASSWORD, databasePassword,
        BROKER_URL, brokerUrl,
        BROKER_USER, brokerUser,
        BROKER_PASSWORD, brokerPassword);
  }

  /** A pool of as many connections as its user has threads, so that none waits for one. */
  HikariDataSource pool(int connections) {
    var config = new HikariConfig();
    config.setJdbcUrl(tunedUrl());
    config.setUsername(databaseUser);
    config.setPassword(databasePassword);
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  /** A batch of inserts becomes one statement of many rows: for all who write batches by JDBC. */
  String tunedUrl() {
    return databaseUrl + "?reWriteBatchedInserts=true";
  }

  ActiveMQConnectionFactory connectionFactory() {
    var factory = new ActiveMQConnectionFactory(brokerUrl, brokerUser, brokerPassword);
    factory.setCallTimeout(PATIENCE.toMillis());
    return factory;
  }

  private static String required(Map<String, String> environment, String name) {
    return Objects.requireNonNull(environment.get(name), name);
  }
}
