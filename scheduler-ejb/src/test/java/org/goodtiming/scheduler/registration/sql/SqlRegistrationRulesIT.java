package org.goodtiming.scheduler.registration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.registration.sql.SqlWay.Call;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that is stored at once is the job that a node would have stored. */
class SqlRegistrationRulesIT {

  private static final String DUE = ", \"scheduler_dueAt\": 4102444800000";

  private final ContractDatabase database = ContractDatabase.shared();
  private final SqlWay way = new SqlWay();

  @BeforeEach
  void begin() {
    way.begin();
  }

  @AfterEach
  void end() {
    way.end();
  }

  /** What follows queue and job id in the properties. */
  private static final List<String> PLAIN =
      List.of(
          DUE,
          ", \"scheduler_dueAt\": 0",
          ", \"scheduler_dueAt\": 6999999999999",
          ", \"scheduler_dueAt\": \"2100-02-28T23:59:59.123456Z\"",
          ", \"scheduler_dueAt\": \"2096-02-29T00:00:00+14:00\"",
          ", \"scheduler_dueAt\": \"1971-01-01T00:00:00-11:30\"",
          ", \"scheduler_delay\": \"PT30M\"",
          ", \"scheduler_delay\": \"P1DT1H2M3.000004S\"",
          ", \"scheduler_delay\": \"P9D\"",
          ", \"scheduler_delay\": \"PT0.5S\"",
          DUE + ", \"scheduler_priority\": 9",
          DUE + ", \"scheduler_priority\": \"0\"",
          DUE + ", \"scheduler_group\": \"customer 4711\"",
          DUE + ", \"scheduler_group\": \"paused\"",
          DUE + ", \"scheduler_group\": null",
          DUE + ", \"x_text\": \"\u00fcber \\\"4\\\" \\\\ \\n \u20ac \ud83d\ude00\", \"x_\": \"\"",
          DUE + ", \"x_yes\": true, \"x_no\": false, \"x_Z_9$\": -9223372036854775808",
          DUE + ", \"x_large\": 1e15, \"x_zero\": -0, \"x_tenant\": 47",
          DUE + ", \"x_tenant\": \"blue\"");

  /** What a node must decide, accepted or refused. */
  private static final List<String> OTHERS =
      List.of(
          "",
          DUE + ", \"scheduler_delay\": \"PT1M\"",
          ", \"scheduler_dueAt\": \"2100-02-30T00:00:00Z\"",
          ", \"scheduler_dueAt\": \"2100-01-01T24:00:00Z\"",
          ", \"scheduler_dueAt\": \"2100-01-01T00:00:60Z\"",
          ", \"scheduler_dueAt\": \"2100-01-01T00:00:00+15:00\"",
          ", \"scheduler_dueAt\": \"2100-01-01T00:00:00.1234567Z\"",
          ", \"scheduler_dueAt\": \"2100-01-01T00:00:00\"",
          ", \"scheduler_dueAt\": \"1970-01-01T00:00:00+01:00\"",
          ", \"scheduler_dueAt\": \"21000101T000000Z\"",
          ", \"scheduler_dueAt\": \"4102444800000\"",
          ", \"scheduler_dueAt\": \"tomorrow\"",
          ", \"scheduler_dueAt\": -1",
          ", \"scheduler_dueAt\": 4102444800000.5",
          ", \"scheduler_dueAt\": 253402300800000",
          ", \"scheduler_dueAt\": true",
          ", \"scheduler_delay\": \"P1M\"",
          ", \"scheduler_delay\": \"P\"",
          ", \"scheduler_delay\": \"PT\"",
          ", \"scheduler_delay\": \"P1DT\"",
          ", \"scheduler_delay\": \"PT-1S\"",
          ", \"scheduler_delay\": \"-PT1S\"",
          ", \"scheduler_delay\": \"1 day\"",
          ", \"scheduler_delay\": 5",
          DUE + ", \"scheduler_priority\": 10",
          DUE + ", \"scheduler_priority\": 4.0",
          DUE + ", \"scheduler_priority\": true",
          DUE + ", \"scheduler_priority\": \"high\"",
          DUE + ", \"scheduler_group\": \" \"",
          DUE + ", \"scheduler_group\": \"\\u001f\"",
          DUE + ", \"scheduler_group\": false",
          DUE + ", \"scheduler_group\": \"%s\"".formatted("g".repeat(251)),
          DUE + ", \"scheduler_ifExists\": \"keep\"",
          DUE + ", \"scheduler_ifExists\": \"maybe\"",
          DUE + ", \"scheduler_expiresAt\": \"2100-01-02T00:00:00Z\"",
          DUE + ", \"scheduler_tracked\": true",
          DUE + ", \"scheduler_version\": 2",
          DUE + ", \"scheduler_fireId\": \"mine\"",
          DUE + ", \"scheduler_dueat\": 5",
          DUE + ", \"JMSType\": \"order\", \"traceparent\": \"\"",
          DUE + ", \"x_tenant\": 1.50, \"x_zero\": 0.0, \"x_small\": 1e-20",
          DUE + ", \"x-a\": 1",
          DUE + ", \"x_a b\": 1",
          DUE + ", \"x_a\": null",
          DUE + ", \"x_\u00e4\": 1",
          DUE + ", \"x_masked\": \"****4711\"",
          DUE + ", \"x_long\": \"%s\"".formatted("x".repeat(390)),
          DUE + ", \"x_too_long\": \"%s\"".formatted("x".repeat(410)),
          DUE + ", \"scheduler_definition\": \"of-a\"",
          ", \"scheduler_op\": \"cancel\"",
          DUE + ", \"scheduler_op\": \"check\"",
          DUE + ", \"scheduler_op\": \"schedule\"",
          ", \"scheduler_recurrence\": \"every:PT1H\"");

  @Test
  void plain_jobs_are_stored_at_once_and_all_others_by_a_node() throws SQLException {
    List<Call> plain = calls(PLAIN);
    List<Call> others = calls(OTHERS);
    others.addAll(odd());
    autocommit(plain);
    assertThat(database.value("SELECT count(*) FROM scheduler.sql_registration")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.job"))
        .isEqualTo(Integer.toString(plain.size()));
    autocommit(others);
    assertThat(database.value("SELECT count(*) FROM scheduler.sql_registration"))
        .isEqualTo(Integer.toString(others.size()));
    assertThat(ledger("difference")).isEqualTo("0");
  }

  @Test
  void a_job_that_is_stored_at_once_is_that_of_a_node() throws SQLException {
    database.execute(
        """
        INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('paused', 'test');
        UPDATE scheduler.worker_queue SET key_property = 'group' WHERE name = 'a';
        UPDATE scheduler.worker_queue SET key_property = 'x_tenant' WHERE name = 'b'
        """);
    List<Call> calls = calls(PLAIN);
    calls.addAll(calls(OTHERS));
    calls.addAll(odd());
    List<Call> elsewhere =
        calls.stream()
            .map(call -> new Call(call.properties().replace("\"a\"", "\"b\""), call.body()))
            .toList();
    calls.addAll(elsewhere);

    autocommit(calls);
    way.node();
    List<String> atOnce = way.outcome();
    database.execute(
        "TRUNCATE scheduler.job, scheduler.quarantine, scheduler.tombstone, scheduler.schedule");
    way.leaveAllToNodes();
    autocommit(calls);
    assertThat(way.waiting()).isEqualTo(calls.size());
    way.node();

    assertThat(atOnce).hasSizeGreaterThan(100).containsExactlyElementsOf(way.outcome());
  }

  /** Keys and bodies that few have. */
  private static List<Call> odd() {
    String properties = "{\"scheduler_queue\": %s, \"scheduler_jobId\": %s" + DUE + "}";
    List<Call> calls = new ArrayList<>();
    for (String jobId :
        List.of("\" \"", "\"\\u001c\"", "4711", "47.5", "true", "\"scheduler.canary\"")) {
      calls.add(new Call(properties.formatted("\"a\"", jobId), "odd"));
    }
    calls.add(new Call(properties.formatted("\"a\"", "\"%s\"".formatted("j".repeat(251))), ""));
    calls.add(new Call(properties.formatted("\"a\"", "\"\u4e2d\u6587\""), "\u4e2d"));
    calls.add(new Call(properties.formatted("\"unknown\"", "\"1\""), ""));
    calls.add(new Call(properties.formatted("\"c\"", "\"without a grant\""), ""));
    calls.add(new Call(properties.formatted("null", "\"1\""), ""));
    calls.add(new Call(properties.formatted("\"a\"", "\"large\""), "x".repeat(1001)));
    return calls;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE scheduler.worker_queue SET tracked = true",
        "UPDATE scheduler.worker_queue SET events = true",
        "UPDATE scheduler.worker_queue SET encrypted = true",
        "UPDATE scheduler.worker_queue SET input_schema = '{}', input_schema_id = 'any'",
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('a', 'job', '2200-01-01Z')",
        "UPDATE scheduler.node SET max_body_bytes = 3",
        "UPDATE scheduler.node SET max_body_bytes = NULL",
        "INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset) VALUES ('old', '1.0', now(), now(), 'PT0S')",
        "DELETE FROM scheduler.node",
        "UPDATE scheduler.node SET seen_at = now() - interval 'PT2M'",
        "DELETE FROM scheduler.registration_grant",
        "DELETE FROM scheduler.worker_queue"
      })
  void what_the_database_cannot_decide_is_left_to_a_node(String setting) throws SQLException {
    database.execute(setting);
    autocommit(List.of(new Call(job("job", DUE), "body")));
    assertThat(way.waiting()).isEqualTo(1);
    assertThat(ledger("registered")).isEqualTo("0");
  }

  /**
   * A new setting of worker queues that changes what registration does must be a condition of
   * {@code scheduler.store_plain_jobs}; dispatch alone applies these.
   */
  @Test
  void each_setting_of_worker_queues_is_known_not_to_change_what_is_stored() {
    assertThat(
            database.value(
                """
                SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns
                 WHERE table_schema = 'scheduler' AND table_name = 'worker_queue'
                   AND column_name NOT IN ('name', 'tracked', 'events', 'encrypted', 'input_schema', 'input_schema_id', 'key_property')
                """))
        .isEqualTo(
            "by_key canary closed closed_from closed_until closed_with failures fair_shares"
                + " finished_when_acknowledged last_error max_concurrent_runs max_concurrent_runs_per_key max_depth"
                + " partition paused paused_until rate_limit retry retry_at run_timeout target");
  }

  /**
   * Each transaction asks for some of three jobs, in every way and order, partly under savepoints;
   * sometimes a node works between two of them.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void the_order_of_the_requests_for_a_key_decides_whichever_way_they_take(int seed)
      throws SQLException {
    session(new Random(seed));
    way.node();
    List<String> atOnce = way.outcome();
    assertThat(ledger("difference")).isEqualTo("0");
    way.begin();
    way.leaveAllToNodes();
    session(new Random(seed));
    way.node();
    assertThat(atOnce).containsExactlyElementsOf(way.outcome());
    assertThat(ledger("difference")).isEqualTo("0");
  }

  private void session(Random random) throws SQLException {
    try (Connection shop = SqlWay.transaction(database.shop())) {
      for (int transaction = 0; transaction < 12; transaction++) {
        for (int call = 0; call < 1 + random.nextInt(4); call++) {
          call(shop, random);
        }
        if (random.nextInt(6) == 0) {
          shop.rollback();
        } else {
          shop.commit();
        }
        if (random.nextBoolean()) {
          way.node();
        }
      }
    }
  }

  private static void call(Connection shop, Random random) {
    boolean nested = random.nextBoolean();
    if (nested) {
      SqlWay.execute(shop, "SAVEPOINT nested");
    }
    if (random.nextBoolean()) {
      SqlWay.register(shop, request(random));
    } else {
      SqlWay.registerAll(
          shop, IntStream.range(0, random.nextInt(5)).mapToObj(i -> request(random)).toList());
    }
    if (nested) {
      SqlWay.execute(
          shop, random.nextInt(3) == 0 ? "ROLLBACK TO nested" : "RELEASE SAVEPOINT nested");
    }
  }

  private static Call request(Random random) {
    List<String> kinds =
        List.of(
            DUE,
            DUE,
            DUE + ", \"scheduler_group\": \"g\", \"x_a\": 2",
            ", \"scheduler_delay\": \"PT1H\"",
            DUE + ", \"scheduler_ifExists\": \"keep\"",
            DUE + ", \"scheduler_ifExists\": \"reject\"",
            ", \"scheduler_op\": \"cancel\"",
            ", \"scheduler_dueAt\": \"tomorrow\"");
    String rest = kinds.get(random.nextInt(kinds.size()));
    String job =
        job("job-" + random.nextInt(3), rest + ", \"scheduler_priority\": " + random.nextInt(10));
    return new Call(
        random.nextInt(5) == 0 ? byDefinition(job) : job, "body " + random.nextInt(1000));
  }

  @Test
  void what_was_stored_at_once_is_told_to_the_statistics_one_time() throws SQLException {
    autocommit(calls(PLAIN));
    SqlRegistrationStore store = new SqlRegistrationStore(database.xa());
    assertThat(store.storedAtOnce())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.queue()).isEqualTo("a");
              assertThat(event.status()).isEqualTo("accepted");
              assertThat(event.jobs()).isEqualTo(PLAIN.size());
            });
    assertThat(store.storedAtOnce()).isEmpty();
    assertThat(ledger("registered")).isEqualTo(Integer.toString(PLAIN.size()));
  }

  private static List<Call> calls(List<String> rests) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < rests.size(); i++) {
      calls.add(
          new Call(job("job-%d%s".formatted(i, rests.hashCode()), rests.get(i)), "body " + i));
    }
    return calls;
  }

  static String job(String jobId, String rest) {
    return "{\"scheduler_queue\": \"a\", \"scheduler_jobId\": \"%s\"%s}".formatted(jobId, rest);
  }

  /** The same request with the queue of its definition. */
  static String byDefinition(String job) {
    return job.replace("\"scheduler_queue\": \"a\"", "\"scheduler_definition\": \"of-a\"");
  }

  private void autocommit(List<Call> calls) throws SQLException {
    try (Connection shop = database.shop().getConnection()) {
      for (Call call : calls) {
        SqlWay.store(shop, call);
      }
    }
  }

  private String ledger(String column) {
    return database.value("SELECT %s FROM scheduler.ledger".formatted(column));
  }
}
