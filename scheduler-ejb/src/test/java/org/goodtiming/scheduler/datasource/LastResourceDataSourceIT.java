package org.goodtiming.scheduler.datasource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commit reports the decision of the database, even when the database's answer is lost. */
class LastResourceDataSourceIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ContractDatabase database = ContractDatabase.shared();
  private final PostgresServer server = database.server();
  private final LastResourceDataSource dataSource = database.lastResource();

  /** The table has a deferred trigger, which runs within COMMIT. */
  @BeforeEach
  void a_table_whose_commit_takes_two_seconds() {
    database.clear();
    database.execute(
        """
        CREATE TABLE scheduler.work (done boolean);
        GRANT SELECT, INSERT ON scheduler.work TO scheduler_xa;
        CREATE FUNCTION scheduler.slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON scheduler.work
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION scheduler.slow_commit();
        TRUNCATE scheduler.decision
        """);
    // A start after a stop that is not orderly repeats no work of other tests
    database.execute("CHECKPOINT");
  }

  @AfterEach
  void drop() throws IOException {
    if (!server.running()) {
      server.start();
    }
    database.execute("DROP TABLE scheduler.work; DROP FUNCTION scheduler.slow_commit()");
  }

  @Test
  void the_id_is_the_transactions_and_its_row_shows_the_commit() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      assertThat(decision(connection)).as("outside of a transaction").isEmpty();
      connection.setAutoCommit(false);
      String id = decision(connection);
      assertThat(decision(connection)).isEqualTo(id);
      assertThat(decisions()).isEqualTo("0");
      connection.commit();
      assertThat(
              database.value("SELECT id || ' ' || node || ' ' || outcome FROM scheduler.decision"))
          .isEqualTo(id + " node-9 committed");
      assertThat(decision(connection)).isNotEqualTo(id);
      connection.rollback();
    }
    assertThat(decisions()).as("nothing of what was rolled back").isEqualTo("1");
  }

  @Test
  void the_row_names_the_message_of_its_own_transaction() throws SQLException {
    try (Connection connection = working()) {
      connection.setClientInfo(LastResourceDataSource.CONSUMED, "ID:rolled-back");
      connection.rollback();
      decision(connection);
      connection.setClientInfo(LastResourceDataSource.CONSUMED, "ID:committed");
      connection.commit();
      decision(connection);
      connection.commit();
    }
    assertThat(
            database.value(
                "SELECT string_agg(coalesce(consumed, '-'), ' ' ORDER BY recorded_at) FROM scheduler.decision"))
        .isEqualTo("ID:committed -");
  }

  @Test
  void a_transaction_that_nobody_asked_for_its_id_leaves_no_row() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      connection.commit();
    }
    assertThat(decisions()).isEqualTo("0");
  }

  @Test
  void a_commit_whose_answer_is_lost_returns_once_the_database_has_committed() throws Exception {
    dataSource.setSocketTimeout(1);
    try (Connection connection = working()) {
      connection.commit();
      assertThat(database.value("SELECT count(*) FROM scheduler.work")).isEqualTo("1");
      connection.setAutoCommit(true);
    }
    assertThat(database.value("SELECT outcome FROM scheduler.decision")).isEqualTo("committed");
  }

  @Test
  void a_session_that_ends_within_commit_has_rolled_back_and_cannot_commit_any_more()
      throws Exception {
    try (Connection connection = working()) {
      CompletableFuture<Void> committing = committing(connection);
      awaitCommits("pg_terminate_backend(pid)");
      assertThatThrownBy(committing::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(SQLException.class);
    }
    assertThat(database.value("SELECT count(*) FROM scheduler.work")).isEqualTo("0");
    assertThat(database.value("SELECT outcome FROM scheduler.decision")).isEqualTo("aborted");
  }

  @Test
  void a_transaction_that_another_node_has_decided_is_not_committed() throws Exception {
    try (Connection connection = working()) {
      String id = decision(connection);
      database.execute("SELECT scheduler.decide('%s', 'node-8')".formatted(id));
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    }
    assertThat(database.value("SELECT count(*) FROM scheduler.work")).isEqualTo("0");
    assertThat(database.value("SELECT node || ' ' || outcome FROM scheduler.decision"))
        .isEqualTo("node-8 aborted");
  }

  @Test
  void a_commit_that_a_stop_of_the_database_cuts_off_throws_once_the_database_is_back()
      throws Exception {
    try (Connection connection = working()) {
      CompletableFuture<Void> committing = committing(connection);
      awaitCommits("pid");
      server.stopImmediately();
      assertKeepsAsking(committing);
      server.start();
      assertThatThrownBy(() -> committing.get(1, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .hasCauseInstanceOf(SQLException.class);
    }
    assertThat(database.value("SELECT count(*) FROM scheduler.work")).isEqualTo("0");
    assertThat(database.value("SELECT outcome FROM scheduler.decision")).isEqualTo("aborted");
  }

  @Test
  void a_commit_that_was_done_before_the_database_stopped_returns_once_the_database_is_back()
      throws Exception {
    dataSource.setSocketTimeout(1);
    try (Connection connection = working();
        Connection locker = database.xaSessions().getConnection()) {
      CompletableFuture<Void> committing = committing(connection);
      awaitCommits("pid");
      // Granted when the transaction has committed; until the stop nobody can read the outcome
      locker.setAutoCommit(false);
      locker.createStatement().execute("LOCK TABLE scheduler.decision IN ACCESS EXCLUSIVE MODE");
      server.stopImmediately();
      assertKeepsAsking(committing);
      server.start();
      committing.get(1, TimeUnit.MINUTES);
    }
    assertThat(database.value("SELECT count(*) FROM scheduler.work")).isEqualTo("1");
    assertThat(database.value("SELECT outcome FROM scheduler.decision")).isEqualTo("committed");
  }

  @Test
  void a_commit_that_no_standby_has_confirmed_keeps_asking_although_its_row_can_be_seen()
      throws Exception {
    waitForStandby("nobody");
    try (Connection connection = working()) {
      CompletableFuture<Void> committing = committing(connection);
      awaitSessions("wait_event = 'SyncRep'");
      server.stopImmediately();
      server.start();
      await().atMost(PATIENCE).until(() -> decisions().equals("1"));
      assertKeepsAsking(committing);
      waitForStandby("");
      committing.get(1, TimeUnit.MINUTES);
    } finally {
      waitForStandby("");
    }
    assertThat(database.value("SELECT outcome FROM scheduler.decision")).isEqualTo("committed");
  }

  /**
   * Names a standby that does not exist, so that each writing commit waits until the name is empty.
   */
  private void waitForStandby(String name) {
    database.execute("ALTER SYSTEM SET synchronous_standby_names = '%s'".formatted(name));
    database.execute("SELECT pg_reload_conf()");
  }

  private void awaitSessions(String condition) {
    String count = "SELECT count(*) FROM pg_stat_activity WHERE " + condition;
    await().atMost(PATIENCE).until(() -> !database.value(count).equals("0"));
  }

  /** Asserts that commit keeps asking, because an answer would be a guess. */
  private static void assertKeepsAsking(CompletableFuture<Void> committing) {
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(10))
        .until(() -> !committing.isDone());
  }

  /** Waits until the transaction is within its commit. */
  private void awaitCommits(String each) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                    .value(
                        "SELECT count(*) FROM (SELECT %s FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep') found"
                            .formatted(each))
                    .equals("1"));
  }

  private Connection working() throws SQLException {
    Connection connection = dataSource.getConnection();
    connection.setAutoCommit(false);
    decision(connection);
    connection.createStatement().execute("INSERT INTO scheduler.work VALUES (true)");
    return connection;
  }

  private static CompletableFuture<Void> committing(Connection connection) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            connection.commit();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static String decision(Connection connection) throws SQLException {
    return connection.getClientInfo(LastResourceDataSource.DECISION);
  }

  private String decisions() {
    return database.value("SELECT count(*) FROM scheduler.decision");
  }
}
