package org.goodtiming.scheduler.job.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worker queues that limit or share their runs by key. */
class KeyedJobsIT {

  private static final int BUSY = 5_000;
  private static final int VERY_BUSY = 100_000;

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = due(database.xa());
  private Set<String> limited = Set.of("a");

  @BeforeEach
  void a_queue_with_customers() {
    database.clear();
    queue("tracked = true, key_property = 'x_customer', max_concurrent_runs_per_key = 3");
  }

  @Test
  void jobs_of_a_busy_customer_do_not_keep_others_waiting() {
    insert("busy", VERY_BUSY);
    assertThat(claim(100)).hasSize(3);
    register("other", 10);
    for (int batch = 1; batch <= 3; batch++) {
      List<ClaimedJob> others = claim(100);
      assertThat(customers(others)).isEqualTo("other other other");
      assertThat(claim(100)).isEmpty();
      assertThat(running()).isEqualTo("busy 3, other 3");
      executions.ended(others.stream().map(ClaimedJob::fireId).toList(), Ending.EXHAUSTED, "test");
    }
    assertThat(customers(claim(100))).isEqualTo("other");
  }

  @Test
  void customers_behind_the_oldest_and_before_the_newest_jobs_are_found() {
    insert("busy", BUSY);
    register("c-1", 1);
    register("c-2", 1);
    insert("busy2", 1_000);
    assertThat(customers(claim(100))).isEqualTo("busy busy busy busy2 busy2 busy2 c-1 c-2");
  }

  @Test
  void a_run_that_ends_makes_room_for_its_customer() {
    register("a", 5);
    List<ClaimedJob> runs = claim(100);
    assertThat(claim(100)).isEmpty();
    executions.ended(List.of(runs.get(0).fireId()), Ending.EXHAUSTED, "test");
    assertThat(claim(100)).hasSize(1);
    queue("max_concurrent_runs_per_key = 4");
    assertThat(claim(100)).hasSize(1);
    queue("max_concurrent_runs_per_key = 2");
    assertThat(running()).isEqualTo("a 4");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void both_limits_are_kept() {
    queue("max_concurrent_runs = 4");
    register("a", 5);
    register("b", 5);
    assertThat(customers(claim(100))).isEqualTo("a a a b");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void jobs_without_the_property_have_one_key() {
    jobs.register(List.of(job("a", "1").build(), job("a", "2").keyed().build()));
    queue("max_concurrent_runs_per_key = 1");
    assertThat(claim(100)).hasSize(1);
    assertThat(claim(100)).isEmpty();
    assertThat(database.value("SELECT share_key FROM scheduler.execution WHERE is_limited"))
        .isEqualTo("x_customer=");
  }

  @Test
  void jobs_of_an_earlier_version_keep_the_limit() {
    register("a", 5);
    register("b", 5);
    database.execute("UPDATE scheduler.job SET share_key = NULL");
    assertThat(customers(claim(100))).isEqualTo("a a a b b b");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void runs_count_by_the_property_that_the_queue_names_now() {
    register("a", 5);
    claim(100);
    queue("key_property = 'group'");
    assertThat(claim(100)).isEmpty();
    queue("key_property = 'x_customer'");
    assertThat(running()).isEqualTo("a 3");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void runs_from_before_the_limit_count() {
    queue("max_concurrent_runs_per_key = 0");
    register("a", 5);
    due.claim(Map.of("a", 2), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    queue("max_concurrent_runs_per_key = 3");
    assertThat(claim(100)).hasSize(1);
  }

  @Test
  void what_was_polled_before_the_limit_is_not_claimed_without_it() {
    register("a", 5);
    assertThat(due.claim(Map.of("a", 5), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs())
        .isEmpty();
    queue("fair_shares = true");
    assertThat(claim(due, new ClaimQuotas(Map.of("a", 5), Set.of(), Set.of("a"))).jobs()).isEmpty();
    queue("max_concurrent_runs_per_key = 0, fair_shares = false");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void untracked_jobs_count_from_their_dispatch() {
    queue("tracked = false, finished_when_acknowledged = true");
    jobs.register(
        List.of("1", "2", "3", "4").stream()
            .map(id -> job("a", id).properties(Map.of("x_customer", "c")).keyed().build())
            .toList());
    assertThat(claim(100)).hasSize(3).allSatisfy(run -> assertThat(run.run()).isNotNull());
    assertThat(running()).isEqualTo("c 3");
    assertThat(claim(100)).isEmpty();
  }

  @Test
  void a_former_leader_that_is_about_to_commit_is_waited_for() throws SQLException {
    register("a", 5);
    try (OpenTransaction former = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(due(former.dataSource()), quotas(2)).jobs()).hasSize(2);
      assertThat(claim(100)).isEmpty();
      former.commit();
    }
    assertThat(claim(100)).hasSize(1);
    assertThat(running()).isEqualTo("a 3");
  }

  @Test
  void a_job_that_is_dispatched_alone_counts_too() {
    register("a", 4);
    assertThat(due.dueIds("default", "a", 10)).hasSize(3);
    claim(100);
    register("b", 1);
    List<Long> ids = due.dueIds("default", "a", 10);
    assertThat(ids).hasSize(1);
    long full = Long.parseLong(database.value("SELECT min(id) FROM scheduler.job"));
    assertThat(due.claimOne(full, "default", 0).rows()).isZero();
    assertThat(due.claimOne(ids.get(0), "default", 0).jobs()).hasSize(1);
    assertThat(running()).isEqualTo("a 3, b 1");
  }

  @Test
  void ten_jobs_of_one_customer_are_done_after_about_twice_ten() {
    share();
    insert("busy", BUSY);
    register("other", 10);
    assertThat(customers(claim(20))).isEqualTo("busy other ".repeat(10).strip());
    assertThat(customers(claim(20))).isEqualTo("busy ".repeat(20).strip());
  }

  @Test
  void customers_take_turns_from_claim_to_claim() {
    share();
    insert("a", 100);
    insert("b", 100);
    insert("c", 100);
    List<ClaimedJob> runs = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      runs.addAll(claim(1));
    }
    runs.addAll(claim(2));
    assertThat(customers(runs)).isEqualTo("a b c a b c a b c");
  }

  @Test
  void more_customers_than_one_claim_reads_take_turns_too() {
    share();
    database.execute(INSERT.formatted("'c-' || lpad((i % 700)::text, 3, '0')", 2_100));
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      claim(100).forEach(run -> first.add(customer(run)));
    }
    assertThat(first).doesNotHaveDuplicates().hasSize(700);
  }

  @Test
  void the_next_batch_does_not_wait_for_the_last() throws SQLException {
    share();
    insert("a", 100);
    insert("b", 10);
    try (OpenTransaction batch = new OpenTransaction(database.xa(), () -> {})) {
      Claim first = claim(due(batch.dataSource()), quotas(10));
      Claim next = due.claim(quotas(10), first.cursor(), Duration.ZERO, "default", 0, rows -> {});
      assertThat(customers(next.jobs())).isEqualTo("a b ".repeat(5).strip());
    }
  }

  @Test
  void a_locked_job_does_not_keep_others_waiting() throws SQLException {
    register("a", 3);
    try (OpenTransaction other = new OpenTransaction(database.xa(), () -> {})) {
      try (var connection = other.dataSource().getConnection();
          var statement = connection.createStatement()) {
        statement.execute(
            "UPDATE scheduler.job SET priority = 9 WHERE id = (SELECT min(id) FROM scheduler.job)");
      }
      assertThat(claim(1)).isEmpty();
      assertThat(claim(1)).hasSize(1);
      assertThat(claim(100)).hasSize(1);
    }
  }

  @Test
  void a_due_customer_behind_hundreds_that_have_none_has_its_turn() {
    share();
    insert("busy", 200);
    insert("z", 1);
    insert("busy", 200);
    database.execute(INSERT.formatted("'c-' || i", 600));
    database.execute(
        "UPDATE scheduler.job SET eligible_at = now() + interval 'PT1H' WHERE share_key LIKE '%=c-%'");
    assertThat(customers(claim(3))).isEqualTo("busy z busy");
  }

  @Test
  void queues_without_a_key_are_served_with_them() {
    register("a", 5);
    jobs.register(List.of(job("b", "1").build(), job("b", "2").build()));
    Claim claim = claim(due, new ClaimQuotas(Map.of("a", 10, "b", 10), Set.of("a"), Set.of("a")));
    assertThat(claim.takenOf("a")).isEqualTo(3);
    assertThat(claim.takenOf("b")).isEqualTo(2);
    assertThat(claim.cursor().upTo()).containsOnlyKeys("b");
  }

  @Test
  void jobs_are_not_dispatched_early() {
    jobs.register(
        List.of(
            job("a", "1").after(Duration.ofSeconds(2)).keyed().build(),
            job("b", "1").after(Duration.ofSeconds(2)).build()));
    DueQueues polled = due.poll("default", ClaimCursor.NONE, Duration.ofSeconds(5));
    assertThat(polled.healthyDue()).containsExactly("b");
    DueQueues queues = new DispatchPolicies(new QueueDepths()).limit(1, polled);
    assertThat(queues.withLimitedRuns()).containsExactly("a");
    assertThat(queues.servedByKey()).containsExactly("a");
    assertThat(queues.mayBeEarly().queues()).extracting(DueQueues.Next::queue).containsExactly("b");
  }

  @Test
  void each_key_costs_a_probe_of_its_index_and_no_more_jobs_are_read_than_are_wanted() {
    insert("busy", VERY_BUSY);
    insert("other", 10);
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'a', i, 'SUBMITTED', 'node-1', now() FROM generate_series(1, 5000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, dispatched_at, is_limited, share_key)
        SELECT gen_random_uuid(), 'a', i, 'DISPATCHED', 'node-1', now(), now(), true, 'x_customer=' || CASE WHEN i > 3 THEN i::text ELSE 'busy' END
          FROM generate_series(1, 1000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, is_limited, share_key, ended_at)
        SELECT gen_random_uuid(), 'a', i, 'FINISHED', 'node-1', now(), true, 'x_customer=other', now() FROM generate_series(1, 5000) i;
        ANALYZE
        """);
    KeySearch search =
        new KeySearch(
            new Statements(database.xa()),
            new KeyRule("a", "x_customer", 3, true),
            "x_customer<",
            Set.of(),
            "-infinity");
    assertThat(rowsRead(search.keysSql("x_customer<"), "job_share")).isEqualTo(2);
    List<String> keys = List.of("x_customer=busy", "x_customer=other");
    assertThat(rowsRead(search.jobsSql(keys, 5), "job_share")).isEqualTo(10);
    assertThat(rowsRead(search.runsSql(keys), "execution_limited_by_key")).isEqualTo(3);
  }

  @Test
  void deleted_jobs_that_an_old_snapshot_keeps_are_not_read_by_each_claim() throws SQLException {
    insert("a", 20_000);
    share();
    try (OpenTransaction report = new OpenTransaction(database.xa(), () -> {});
        OpenTransaction claims = new OpenTransaction(database.xa(), () -> {});
        var connection = report.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT FROM scheduler.job LIMIT 1");
      database.execute(
          "DELETE FROM scheduler.job WHERE id IN (SELECT id FROM scheduler.job ORDER BY eligible_at LIMIT 19900)");
      DueJobs leader = due(claims.dataSource());
      List<Long> blocks = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        long before = blocksOfIndexes(claims);
        assertThat(claim(leader, quotas(5)).jobs()).hasSize(5);
        blocks.add(blocksOfIndexes(claims) - before);
      }
      assertThat(blocks.get(0)).isGreaterThan(200);
      assertThat(blocks).anyMatch(each -> each < 100);
    }
  }

  private static long blocksOfIndexes(OpenTransaction transaction) {
    return new Statements(transaction.dataSource())
        .query(
            "test",
            new SqlText(
                "SELECT pg_stat_get_xact_blocks_fetched('scheduler.job_eligible'::regclass) + pg_stat_get_xact_blocks_fetched('scheduler.job_share'::regclass)"),
            row -> row.getLong(1))
        .get(0);
  }

  /** The rows that the statement reads, all of them with the index. */
  private int rowsRead(SqlText sql, String index) {
    List<String> plan =
        new Statements(database.xa())
            .query(
                "explain",
                sql.inside("EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ", ""),
                row -> row.getString(1));
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Removed"));
    return plan.stream()
        .map(
            Pattern.compile(
                    "Index (?:Only )?Scan using " + index + " .*rows=([0-9.]+) loops=([0-9]+)")
                ::matcher)
        .filter(Matcher::find)
        .mapToInt(
            scan ->
                (int)
                    Math.round(
                        Double.parseDouble(scan.group(1)) * Double.parseDouble(scan.group(2))))
        .sum();
  }

  private static final String INSERT =
      """
      INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, properties, body_is_text, body, sent_at, share_key)
      SELECT 'a', c || '/' || gen_random_uuid(), now(), now() + i * interval '1 microsecond' - interval '1 second', 4,
             '{"x_customer":"' || c || '"}', true, '', now(), 'x_customer=' || c
        FROM generate_series(1, %2$d) i CROSS JOIN LATERAL (SELECT %1$s AS c) k;
      ANALYZE scheduler.job
      """;

  private void insert(String customer, int number) {
    database.execute(INSERT.formatted("'" + customer + "'", number));
  }

  private void register(String customer, int number) {
    jobs.register(
        IntStream.range(0, number)
            .mapToObj(
                i ->
                    job("a", customer + i)
                        .properties(Map.of("x_customer", customer))
                        .tracked()
                        .keyed()
                        .build())
            .toList());
  }

  private DueJobs due(DataSource dataSource) {
    return new DueJobs(dataSource, new ExecutionStore(dataSource, "node-1"), database.schedules());
  }

  private List<ClaimedJob> claim(int most) {
    return claim(due, quotas(most)).jobs();
  }

  private ClaimQuotas quotas(int most) {
    return new ClaimQuotas(Map.of("a", most), limited, Set.of("a"));
  }

  private static Claim claim(DueJobs due, ClaimQuotas quotas) {
    return due.claim(quotas, ClaimCursor.NONE, Duration.ZERO, "default", 0, rows -> {});
  }

  private static String customers(List<ClaimedJob> runs) {
    return runs.stream().map(KeyedJobsIT::customer).collect(Collectors.joining(" "));
  }

  private static String customer(ClaimedJob run) {
    return String.valueOf(run.envelope().properties().get("x_customer"));
  }

  private void share() {
    queue("max_concurrent_runs_per_key = 0, fair_shares = true");
    limited = Set.of();
  }

  private void queue(String settings) {
    database.execute("UPDATE scheduler.worker_queue SET %s WHERE name = 'a'".formatted(settings));
  }

  /** How many runs of each customer are under way, by a count of the test's own. */
  private String running() {
    return database.value(
        """
        SELECT string_agg(customer || ' ' || runs, ', ' ORDER BY customer)
          FROM (SELECT (i.job ->> 'properties')::json ->> 'x_customer' AS customer, count(*) AS runs
                  FROM scheduler.execution e JOIN scheduler.execution_input i USING (fire_id)
                 WHERE e.state IN ('DISPATCHED', 'RUNNING') GROUP BY 1) r
        """);
  }
}
