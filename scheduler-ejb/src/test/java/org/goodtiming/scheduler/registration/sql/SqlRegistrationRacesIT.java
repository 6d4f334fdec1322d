package org.goodtiming.scheduler.registration.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.registration.sql.SqlRegistrationRulesIT.byDefinition;
import static org.goodtiming.scheduler.registration.sql.SqlRegistrationRulesIT.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.DatabaseRole;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.registration.sql.SqlWay.Call;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Open transactions of applications that have stored jobs, and all others. */
class SqlRegistrationRacesIT {

  private static final String DUE = ", \"scheduler_dueAt\": 4102444800000";
  private static final String OVERDUE = ", \"scheduler_dueAt\": \"2020-01-01T00:00:00Z\"";

  private final ContractDatabase database = ContractDatabase.shared();
  private final SqlWay way = new SqlWay();
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private Connection shop;
  private Connection other;

  @BeforeEach
  void begin() throws SQLException {
    way.begin();
    shop = SqlWay.transaction(database.shop());
    other = SqlWay.transaction(database.shop());
  }

  @AfterEach
  void end() throws SQLException {
    shop.close();
    other.close();
    way.end();
  }

  @Test
  void a_transaction_that_is_rolled_back_leaves_nothing() throws SQLException {
    SqlWay.registerAll(shop, List.of(call("1", DUE), call("2", DUE), call("3", "")));
    shop.rollback();
    assertThat(jobs()).isEmpty();
    assertThat(way.waiting()).isZero();
    assertThat(ledger("registered")).isEqualTo("0");
  }

  @Test
  void an_open_transaction_holds_back_no_claim_and_its_job_is_claimed_after_its_commit()
      throws SQLException {
    SqlWay.store(shop, call("open", OVERDUE));
    SqlWay.store(other, call("committed", DUE.replace("4102444800000", "1600000000000")));
    other.commit();
    assertThat(claimed()).containsExactly("committed");
    assertThat(claimed()).isEmpty();
    shop.commit();
    assertThat(due.poll("default", ClaimCursor.NONE, Duration.ZERO).healthyDue())
        .containsExactly("a");
    assertThat(claimed()).containsExactly("open");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  @Test
  void a_cancel_finds_a_job_whose_transaction_was_open() throws SQLException {
    SqlWay.store(shop, call("1", OVERDUE));
    new JobStore(database.xa(), database.executions(), database.schedules())
        .cancel(new JobKey("a", "1"), database.now(), "ops");
    shop.commit();
    assertThat(claimed()).isEmpty();
    assertThat(ledger("cancelled")).isEqualTo("1");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  /** A job that a claim would hold would be late, and a claim that waited would be later still. */
  @Test
  void a_job_that_waits_is_not_locked_by_who_registers_it_again() throws SQLException {
    SqlWay.store(other, call("1", OVERDUE));
    other.commit();
    SqlWay.store(shop, call("1", DUE));
    assertThat(way.waiting()).isZero();
    assertThat(claimed()).containsExactly("1");
    shop.commit();
    way.node();
    assertThat(jobs()).containsExactly("1");
  }

  @Test
  void a_job_that_is_being_dispatched_is_left_to_a_node_without_a_wait() throws SQLException {
    SqlWay.store(other, call("1", OVERDUE));
    other.commit();
    try (Connection leader = SqlWay.transaction(database.xaSessions())) {
      SqlWay.execute(leader, "DELETE FROM scheduler.job");
      SqlWay.execute(shop, "SET lock_timeout = '1ms'");
      SqlWay.store(shop, call("1", DUE));
      shop.commit();
      assertThat(way.waiting()).isEqualTo(1);
      leader.commit();
    }
    way.node();
    assertThat(jobs()).containsExactly("1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void two_transactions_with_the_same_new_key_wait_for_each_other(boolean committed)
      throws SQLException {
    SqlWay.store(shop, call("1", DUE));
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(() -> SqlWay.store(other, new Call(job("1", DUE), "second")));
    await()
        .until(
            () ->
                database
                    .value(
                        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'shop' AND wait_event_type = 'Lock'")
                    .equals("1"));
    if (committed) {
      shop.commit();
    } else {
      shop.rollback();
    }
    second.join();
    other.commit();
    assertThat(way.waiting()).isEqualTo(committed ? 1 : 0);
    way.node();
    assertThat(
            database.value("SELECT string_agg(convert_from(body, 'UTF8'), ' ') FROM scheduler.job"))
        .isEqualTo("second");
    assertThat(ledger("registered")).isEqualTo("1");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  /** It would be dispatched before a node reads the cancel. */
  @Test
  void a_job_is_not_visible_that_its_own_transaction_cancels() throws SQLException {
    SqlWay.store(shop, call("1", OVERDUE));
    SqlWay.execute(shop, "SAVEPOINT nested");
    SqlWay.store(shop, call("2", OVERDUE));
    SqlWay.execute(shop, "RELEASE SAVEPOINT nested");
    SqlWay.store(shop, call("1", ", \"scheduler_op\": \"cancel\""));
    SqlWay.registerAll(
        shop, List.of(call("2", ", \"scheduler_op\": \"cancel\""), call("3", OVERDUE)));
    shop.commit();
    assertThat(jobs()).containsExactly("3");
    way.node();
    assertThat(jobs()).containsExactly("3");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  @Test
  void what_waits_for_a_node_comes_before_what_is_registered_later() throws SQLException {
    SqlWay.store(shop, call("1", DUE + ", \"scheduler_ifExists\": \"keep\""));
    shop.commit();
    SqlWay.store(other, call("1", OVERDUE));
    SqlWay.store(other, call("2", DUE));
    other.commit();
    assertThat(jobs()).containsExactly("2");
    assertThat(way.waiting()).isEqualTo(2);
    way.node();
    assertThat(jobs()).containsExactly("1", "2");
    assertThat(claimed()).containsExactly("1");
  }

  /** Otherwise the job would run, and then that of the earlier request. */
  @Test
  void a_request_that_has_its_queue_from_a_definition_comes_before_what_is_registered_later() {
    autocommit(new Call(byDefinition(job("1", DUE)), "earlier"));
    autocommit(call("1", OVERDUE));
    assertThat(claimed()).isEmpty();
    way.node();
    assertThat(claimed()).containsExactly("1");
    way.node();
    assertThat(claimed()).isEmpty();
  }

  @Test
  void a_job_is_not_visible_that_its_own_transaction_replaces_by_a_definition()
      throws SQLException {
    SqlWay.store(shop, call("1", OVERDUE));
    SqlWay.store(shop, new Call(byDefinition(job("1", DUE)), "later"));
    shop.commit();
    assertThat(claimed()).isEmpty();
    way.node();
    assertThat(jobs()).containsExactly("1");
    assertThat(claimed()).isEmpty();
    assertThat(ledger("difference")).isEqualTo("0");
  }

  /** Whoever registers a job without an id may use that of its number, which a node gives it. */
  @Test
  void a_job_whose_id_is_the_number_of_a_request_comes_after_that() {
    autocommit(new Call("{\"scheduler_queue\": \"a\"" + DUE + "}", "earlier"));
    String number = database.value("SELECT max(id) FROM scheduler.sql_registration");
    autocommit(call("SQL:" + number, OVERDUE));
    assertThat(claimed()).isEmpty();
    way.node();
    assertThat(claimed()).containsExactly("SQL:" + number);
    assertThat(jobs()).isEmpty();
  }

  @Test
  void a_node_that_has_ended_does_not_matter() {
    database.execute(
        "INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset) "
            + "VALUES ('old', '1.0', now(), now() - interval 'PT2M', 'PT0S')");
    autocommit(call("1", DUE));
    assertThat(jobs()).containsExactly("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'ops')        | 0
          UPDATE scheduler.worker_queue SET tracked = true WHERE name = 'a'                      | 2
          UPDATE scheduler.worker_queue SET encrypted = true WHERE name = 'a'                    | 2
          DELETE FROM scheduler.registration_grant WHERE login = 'shop'                          | 2
          """,
      quoteCharacter = '`')
  void what_is_decided_while_a_transaction_is_open_holds_for_its_jobs(String decision, int asked)
      throws SQLException {
    SqlWay.store(shop, call("1", OVERDUE + ", \"scheduler_group\": \"g\""));
    SqlWay.execute(shop, "SAVEPOINT nested");
    SqlWay.store(shop, call("2", OVERDUE + ", \"scheduler_group\": \"g\""));
    SqlWay.execute(shop, "RELEASE SAVEPOINT nested");
    SqlWay.store(other, call("3", OVERDUE));
    other.commit();
    database.execute(decision);
    shop.commit();
    assertThat(claimed()).containsExactly("3");
    assertThat(way.waiting()).isEqualTo(asked);
    assertThat(ledger("difference")).isEqualTo("0");
  }

  /** With a longer limit of the node's role than this test waits. */
  @Test
  void a_transaction_that_stays_open_delays_only_requests_for_its_keys() throws Exception {
    database.execute("ALTER ROLE scheduler_xa SET lock_timeout = '20s'");
    try (OpenTransaction node = new OpenTransaction(database.xaSessions(), () -> {})) {
      SqlWay.store(shop, call("1", DUE));
      for (String job : List.of("1", "2", "1")) {
        SqlWay.register(other, call(job, DUE));
      }
      other.commit();
      SqlRegistrationPoller poller = way.poller(node);
      CompletableFuture<Void> run = CompletableFuture.runAsync(() -> run(poller));
      await().until(() -> jobs().contains("2"));
      run.join();
      assertThat(way.waiting()).isEqualTo(2);
      shop.commit();
      await()
          .until(
              () -> {
                run(poller);
                return way.waiting() == 0;
              });
    } finally {
      database.execute("ALTER ROLE scheduler_xa SET lock_timeout = '10s'");
    }
    assertThat(jobs()).containsExactly("1", "2");
    assertThat(ledger("difference")).isEqualTo("0");
  }

  @Test
  void a_request_that_is_left_out_comes_before_later_ones_for_its_job() {
    for (String job : List.of("1", "2", "1")) {
      autocommit(call(job, DUE + ", \"scheduler_ifExists\": \"keep\""));
    }
    SqlRegistrationStore requests = new SqlRegistrationStore(database.xa());
    List<Long> ids = requests.waiting(0, 10);
    assertThat(requests.take(ids.get(2), ids.get(2), 1, ids.subList(0, 1))).isEmpty();
    assertThat(requests.take(0, Long.MAX_VALUE, 10, ids.subList(0, 1)))
        .extracting(message -> message.properties().get("scheduler_jobId"))
        .containsExactly("2");
    assertThat(requests.waiting(0, 10)).containsExactly(ids.get(0), ids.get(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"REPEATABLE READ", "SERIALIZABLE"})
  void a_transaction_that_sees_the_past_leaves_all_to_a_node(String level) throws SQLException {
    SqlWay.execute(shop, "SET TRANSACTION ISOLATION LEVEL " + level);
    SqlWay.execute(shop, "SELECT 1");
    SqlWay.store(other, call("1", DUE));
    other.commit();
    SqlWay.registerAll(shop, List.of(call("1", DUE), call("2", DUE)));
    shop.commit();
    assertThat(way.waiting()).isEqualTo(2);
    way.node();
    assertThat(jobs()).containsExactly("1", "2");
  }

  @Test
  void a_worker_queue_is_not_removed_while_a_transaction_has_stored_a_job_for_it()
      throws SQLException {
    SqlWay.store(shop, call("1", DUE));
    assertThatThrownBy(
            () -> database.executeAs(DatabaseRole.XA, "SELECT scheduler.lock_allow_list()"))
        .hasMessageContaining("lock timeout");
    shop.commit();
    assertThatCode(() -> database.executeAs(DatabaseRole.XA, "SELECT scheduler.lock_allow_list()"))
        .doesNotThrowAnyException();
  }

  @Test
  void whoever_may_register_can_do_nothing_else() {
    for (String statement :
        List.of(
            "SELECT scheduler.store_plain_jobs('{1}', '{}', '{}', now())",
            "SELECT scheduler.plain_due_at('{}', now())",
            "SELECT * FROM scheduler.job",
            "INSERT INTO scheduler.job (queue) VALUES ('a')",
            "SELECT nextval('scheduler.sql_registration_id_seq')")) {
      assertThatThrownBy(() -> database.executeAs(DatabaseRole.SHOP, statement))
          .hasMessageContaining("permission denied");
    }
    assertThatThrownBy(
            () -> database.executeAs(DatabaseRole.READER, "SELECT scheduler.register_all('{}')"))
        .hasMessageContaining("permission denied");
  }

  /** Neither the path nor the settings of a session change what is stored. */
  @Test
  void the_settings_of_a_session_do_not_matter() throws SQLException {
    SqlWay.execute(shop, "SET TimeZone = 'America/New_York'; SET IntervalStyle = 'sql_standard'");
    SqlWay.execute(
        shop, "SET search_path = pg_catalog; SET lc_numeric = 'C'; SET bytea_output = 'escape'");
    SqlWay.registerAll(
        shop,
        List.of(
            call("1", ", \"scheduler_dueAt\": \"2100-03-04T05:06:07.089Z\""),
            call("2", ", \"scheduler_dueAt\": 4107819967089"),
            call("3", ", \"scheduler_delay\": \"P9DT1H\"")));
    shop.commit();
    assertThat(
            database.value(
                "SELECT string_agg(CASE WHEN job_id = '3' THEN (due_at - sent_at)::text ELSE to_char(due_at AT TIME ZONE 'UTC', 'MM-DD HH24:MI:SS.US') END, ' ' ORDER BY job_id) FROM scheduler.job"))
        .isEqualTo("03-04 05:06:07.089000 03-04 05:06:07.089000 9 days 01:00:00");
  }

  private static void run(SqlRegistrationPoller poller) {
    try {
      poller.run(SqlWay.REPETITION);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void autocommit(Call call) {
    try (Connection session = database.shop().getConnection()) {
      SqlWay.store(session, call);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Call call(String jobId, String rest) {
    return new Call(job(jobId, rest), "body");
  }

  private List<String> claimed() {
    Claim claim = due.claim(Map.of("a", 100), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    return claim.jobs().stream().map(ClaimedJob::key).map(JobKey::jobId).toList();
  }

  private List<String> jobs() {
    return new Sql(database.xa()).values("SELECT job_id FROM scheduler.job ORDER BY job_id");
  }

  private String ledger(String column) {
    return database.value("SELECT %s FROM scheduler.ledger".formatted(column));
  }
}
