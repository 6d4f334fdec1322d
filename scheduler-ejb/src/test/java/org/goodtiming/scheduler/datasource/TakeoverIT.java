package org.goodtiming.scheduler.datasource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.PostgresServer;
import org.goodtiming.scheduler.telemetry.CapturedLog;
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

  @Test
  void a_server_that_freezes_before_the_watch_has_asked_it_does_not_hold_the_watch()
      throws Exception {
    Connection current = superuser();
    Connection watching = superuser();
    watching.setNetworkTimeout(Runnable::run, (int) SOCKET_TIMEOUT.toMillis());
    Iterator<Connection> opened =
        List.of(watching, successor.xaSessions().getConnection()).iterator();
    new TakeoverWatch()
        .add(
            current,
            () -> {
              freezeFormer();
              return opened.next();
            });
    await()
        .atMost(SOCKET_TIMEOUT.dividedBy(2))
        .untilAsserted(() -> assertThat(isClosed(current)).isTrue());
  }

  @Test
  void a_connection_to_the_former_primary_that_is_added_late_is_closed() throws Exception {
    List<Connection> opened = new CopyOnWriteArrayList<>();
    TakeoverWatch watch = new TakeoverWatch();
    try (Connection current = successor.xaSessions().getConnection();
        Connection late = superuser()) {
      watch.add(current, () -> kept(opened, successor.xaSessions().getConnection()));
      await().until(() -> opened.size() == 1);
      watch.add(late, () -> kept(opened, successor.xaSessions().getConnection()));
      await().untilAsserted(() -> assertThat(closedOf(current, late)).containsExactly(late));
    }
    await().untilAsserted(() -> assertThat(opened).allMatch(TakeoverIT::isClosed));
  }

  @Test
  void a_connection_whose_server_cannot_be_asked_is_closed() throws Exception {
    List<Connection> opened = new CopyOnWriteArrayList<>();
    dataSource.setServerNames(new String[] {"127.0.0.1"});
    dataSource.setPortNumbers(new int[] {former.port()});
    try (Connection current = superuser();
        CapturedLog log = new CapturedLog(TakeoverWatch.class)) {
      current
          .createStatement()
          .execute("REVOKE EXECUTE ON FUNCTION pg_postmaster_start_time() FROM PUBLIC");
      assertThatThrownBy(dataSource::getConnection).hasMessageContaining("permission denied");
      await().untilAsserted(() -> assertThat(sessions(current)).isZero());

      new TakeoverWatch()
          .add(
              current,
              () ->
                  kept(
                      opened,
                      DriverManager.getConnection(
                          url(dataSource.getDatabaseName()), "scheduler_xa", "")));
      await().until(() -> opened.size() == 4);
      assertThat(opened.subList(0, 3)).allMatch(TakeoverIT::isClosed);
      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARNING"))
          .singleElement()
          .asString()
          .contains("SCHED-0618", "permission denied");
    }
  }

  @Test
  void a_watch_that_an_error_has_ended_begins_again_with_the_next_connection() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    TakeoverWatch watch = new TakeoverWatch();
    try (Connection connection = superuser();
        Connection next = superuser()) {
      Decisions.Connections failing =
          () -> {
            looks.incrementAndGet();
            throw new NoClassDefFoundError("of the driver");
          };
      watch.add(connection, failing);
      await()
          .dontCatchUncaughtExceptions()
          .untilAsserted(
              () -> {
                watch.add(next, failing);
                assertThat(looks).hasValueGreaterThan(1);
              });
    }
  }

  private Connection superuser() throws SQLException {
    return DriverManager.getConnection(url(dataSource.getDatabaseName()), "postgres", "");
  }

  private void freezeFormer() {
    try {
      former.freeze();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection kept(List<Connection> opened, Connection connection) {
    opened.add(connection);
    return connection;
  }

  private static List<Connection> closedOf(Connection... connections) {
    return Stream.of(connections).filter(TakeoverIT::isClosed).toList();
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int sessions(Connection connection) throws SQLException {
    try (ResultSet row =
        connection
            .createStatement()
            .executeQuery("SELECT count(*) FROM pg_stat_activity WHERE usename = 'scheduler_xa'")) {
      row.next();
      return row.getInt(1);
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
