package org.goodtiming.scheduler.datasource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary of a list of two servers freezes, and the other one is the primary. */
class TakeoverIT {

  /** Socket timeout of the pools of the nodes. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(30);

  private final ContractDatabase successor = ContractDatabase.shared();
  private final LastResourceDataSource dataSource = successor.lastResource();
  private PostgresServer former;

  @BeforeEach
  void a_former_primary() throws IOException, SQLException {
    former = PostgresServer.another();
    try (Connection connection = DriverManager.getConnection(url("postgres"), "postgres", "")) {
      connection.createStatement().execute("CREATE ROLE scheduler_xa LOGIN");
      connection.createStatement().execute("CREATE DATABASE " + dataSource.getDatabaseName());
    }
    dataSource.setServerNames(new String[] {"127.0.0.1:%d,127.0.0.1".formatted(former.port())});
    dataSource.setSocketTimeout((int) SOCKET_TIMEOUT.toSeconds());
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(former.port(), database);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    former.kill();
  }

  @Test
  void calls_that_wait_for_the_former_primary_end_once_another_one_answers() throws Exception {
    try (Connection connection = dataSource.getConnection()) {
      assertThat(port(connection)).isEqualTo(former.port());
      CompletableFuture<Void> call = CompletableFuture.runAsync(() -> sleep(connection));
      former.freeze();
      await()
          .atMost(SOCKET_TIMEOUT.dividedBy(2))
          .untilAsserted(() -> assertThat(call).isCompletedExceptionally());
    }
    try (Connection connection = dataSource.getConnection()) {
      assertThat(port(connection)).isEqualTo(successor.server().port());
      assertThat(connection.getNetworkTimeout()).isEqualTo(SOCKET_TIMEOUT.toMillis());
    }
  }

  private static int port(Connection connection) throws SQLException {
    try (ResultSet row = connection.createStatement().executeQuery("SELECT inet_server_port()")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static void sleep(Connection connection) {
    try {
      connection.createStatement().execute("SELECT pg_sleep(60)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
