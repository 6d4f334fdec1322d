package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.ClaimQuotas;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.operations.queue.SettingRefusedException;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of the runs that a worker queue has at the same time. */
class ConcurrentRunsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = due(database.xa());
  private final AcknowledgedRuns acknowledged = new AcknowledgedRuns(database.xa(), "node-1");
  private final List<Event> events = new ArrayList<>();

  @BeforeEach
  void empty() {
    database.clear();
    queue("a", "tracked = true, max_concurrent_runs = 2");
  }

  @Test
  void a_run_begins_when_another_one_has_ended() {
    register(4);
    List<ClaimedJob> first = claim();
    assertThat(first).hasSize(2);
    assertThat(claim()).isEmpty();
    assertThat(running()).isEqualTo("2");

    reports.book(List.of(Reports.of(first.get(0), Report.Event.STARTED, 1)));
    assertThat(claim()).isEmpty();
    reports.book(List.of(Reports.of(first.get(0), Report.Event.FINISHED, 2)));
    assertThat(claim()).hasSize(1);
    assertThat(claim()).isEmpty();
  }

  @Test
  void each_end_and_each_retry_makes_room() {
    register(8);
    queue("a", "max_concurrent_runs = 4, retry = 'PT1H'");
    List<ClaimedJob> runs = claim();
    reports.book(List.of(Reports.of(runs.get(0), Report.Event.FAILED, 1)));
    String token = runs.get(1).run().token();
    UUID dead = runs.get(1).fireId();
    assertThat(executions.undelivered(dead, token, Ending.EXHAUSTED, "dead letter")).isTrue();
    assertThat(executions.undelivered(dead, token, Ending.EXHAUSTED, "dead letter")).isFalse();
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new RunRetries.Failure(runs.get(2).fireId(), null, "dead letter")));
    executions.cancelled(List.of(runs.get(3).fireId()));
    assertThat(running()).isEqualTo("0");
    assertThat(claim()).hasSize(4);
  }

  @Test
  void a_run_beyond_its_time_limit_makes_room() {
    register(3);
    List<ClaimedJob> runs = claim();
    database.execute(
        "UPDATE scheduler.execution SET overdue_at = due_at, dispatched_at = dispatched_at - interval 'P8D'");
    new RunRecovery(database.xa(), "node-1")
        .endOverdue(List.of(runs.get(0).fireId()), "took too long");
    assertThat(claim()).hasSize(1);
  }

  @Test
  void untracked_jobs_count_and_leave_a_history() {
    queue("a", "tracked = false, finished_when_acknowledged = true");
    jobs.register(
        List.of(
            job("a", "1").build(),
            job("a", "2").carried(Map.of(JobProperty.DELIVERY_MODE, "NON_PERSISTENT")).build(),
            job("a", "3").build()));
    assertThat(claim()).hasSize(2).allSatisfy(job -> assertThat(job.run()).isNotNull());
    assertThat(claim()).isEmpty();
    assertThat(
            database.value(
                "SELECT string_agg(i.job ->> 'tracked', ' ') FROM scheduler.execution_input i JOIN scheduler.execution USING (fire_id)"))
        .isEqualTo("true true");

    database.runIfItHasWork(new AcknowledgementWatch(acknowledged, queue -> true, events::add));
    assertThat(claim()).hasSize(1);
    assertThat(
            database.value(
                "SELECT string_agg(job_id || ' ' || state, ', ' ORDER BY job_id) FROM scheduler.execution"))
        .isEqualTo("1 FINISHED, 2 FINISHED, 3 DISPATCHED");
  }

  @Test
  void a_former_leader_that_is_about_to_commit_is_waited_for() throws SQLException {
    register(4);
    jobs.register(List.of(job("b", "other").build()));
    try (OpenTransaction former = new OpenTransaction(database.xa(), () -> {})) {
      Claim claimed = claim(due(former.dataSource()), Map.of("a", 1));
      assertThat(claimed.jobs()).hasSize(1);
      assertThat(claim(due, Map.of("a", 10, "b", 10)).jobs())
          .extracting(job -> job.key().queue())
          .containsExactly("b");
    }
    assertThat(claim()).hasSize(1);
  }

  @Test
  void what_commits_before_the_lock_is_counted() throws SQLException {
    register(4);
    try (OpenTransaction former = new OpenTransaction(database.xa(), () -> {});
        OpenTransaction leader = new OpenTransaction(database.xa(), () -> commit(former))) {
      claim(due(former.dataSource()), Map.of("a", 2));
      // It finds the lock taken, or counts
      claim(due(leader.dataSource()), Map.of("a", 2));
    }
    assertThat(running()).isEqualTo("2");
  }

  @Test
  void a_changed_limit_holds_for_the_next_claim() {
    register(10);
    claim();
    queue("a", "max_concurrent_runs = 5");
    assertThat(claim()).hasSize(3);
    queue("a", "max_concurrent_runs = 4");
    assertThat(claim()).isEmpty();
    queue("a", "max_concurrent_runs = 0");
    assertThat(claim(due, Map.of("a", 3)).jobs()).as("limit of the poll before").isEmpty();
    assertThat(poll().withLimitedRuns()).isEmpty();
  }

  @Test
  void runs_from_before_the_limit_count() {
    queue("a", "max_concurrent_runs = 0");
    register(5);
    due.claim(Map.of("a", 3), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    queue("a", "max_concurrent_runs = 4");
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_run_from_before_the_limit_whose_end_is_not_seen_does_not_count() {
    queue("a", "tracked = false, max_concurrent_runs = 0");
    register(6);
    due.claim(Map.of("a", 3), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    queue("a", "finished_when_acknowledged = true");
    due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    queue("a", "max_concurrent_runs = 2");
    assertThat(running()).isEqualTo("1");
    assertThat(claim()).hasSize(1);
  }

  @Test
  void what_was_polled_before_the_limit_is_not_claimed_without_it() {
    register(3);
    assertThat(due.claim(Map.of("a", 3), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs())
        .isEmpty();
    assertThat(claim()).hasSize(2);
  }

  @Test
  void a_further_attempt_of_a_message_that_the_broker_may_lose_makes_room() {
    queue("a", "tracked = false, finished_when_acknowledged = true, retry = 'PT1S'");
    registerNonPersistent();
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new RunRetries.Failure(claim().get(0).fireId(), null, "dead letter")));
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    assertThat(claim()).hasSize(1);

    database.runIfItHasWork(new AcknowledgementWatch(acknowledged, queue -> true, events::add));
    assertThat(database.value("SELECT state || ' ' || attempt FROM scheduler.execution"))
        .isEqualTo("FINISHED 2");
  }

  @Test
  void a_limit_that_is_removed_during_a_dispatch_leaves_no_run_open() {
    queue("a", "tracked = false, finished_when_acknowledged = true");
    registerNonPersistent();
    due.claim(
        new ClaimQuotas(Map.of("a", 1), Set.of("a"), Set.of()),
        ClaimCursor.NONE,
        Duration.ZERO,
        "default",
        0,
        rows -> queue("a", "max_concurrent_runs = 0"));
    assertThat(acknowledged.finish(acknowledged.dispatched("a", AcknowledgedRuns.BEGINNING)))
        .hasSize(1);
  }

  @Test
  void an_extra_run_of_a_schedule_has_its_job_id_in_the_history() {
    queue("a", "tracked = false, finished_when_acknowledged = true");
    jobs.register(
        List.of(job("a", "daily").recurring("every:P3650D", "2100-01-01T00:00:00Z").build()));
    new JobChanges(database.xa(), new Audit(database.xa(), "node-1"))
        .runNow("ops", new JobKey("a", "daily"));
    assertThat(claim()).hasSize(1);
    assertThat(database.value("SELECT job_id FROM scheduler.execution")).isEqualTo("daily");
  }

  @Test
  void a_job_that_is_dispatched_alone_counts_too() {
    register(3);
    claim();
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.job"));
    assertThat(due.claimOne(id, "default", 0).rows()).isZero();
    queue("a", "max_concurrent_runs = 3");
    assertThat(due.claimOne(id, "default", 0).jobs()).hasSize(1);
    assertThat(running()).isEqualTo("3");
  }

  @Test
  void a_poll_tells_how_many_runs_may_begin_and_comes_again_soon() {
    register(4);
    assertThat(next().most()).isEqualTo(2);
    claim();
    DueQueues full = new DispatchPolicies(new QueueDepths()).limit(1, poll());
    assertThat(full.nothingDue()).isTrue();
    assertThat(full.untilNext().orElseThrow()).isLessThanOrEqualTo(Duration.ofMillis(100));
    queue("a", "max_concurrent_runs = 3");
    assertThat(next().most()).isEqualTo(1);
  }

  @Test
  void the_count_reads_only_the_running_ones_of_the_queue() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'a', i, 'SUBMITTED', 'node-1', '2020-01-01Z' FROM generate_series(1, 20000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at, is_limited)
        SELECT gen_random_uuid(), 'a', i, 'FINISHED', 'node-1', '2020-01-01Z', '2020-01-01Z', true FROM generate_series(1, 20000) i;
        ANALYZE scheduler.execution
        """);
    assertThat(
            database.valueAsNode(
                "EXPLAIN (ANALYZE, FORMAT JSON) SELECT FROM scheduler.execution e WHERE e.queue = 'a' AND e.is_limited AND e.ended_at IS NULL LIMIT 2"))
        .contains("execution_limited")
        .doesNotContain("Rows Removed by Filter");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          b | max_concurrent_runs = 1
          a | tracked = false
          """)
  void a_limit_needs_ends_of_runs(String queue, String change) {
    assertThatThrownBy(() -> queue(queue, change))
        .hasMessageContaining(
            "SCHED-0824 worker queue %s limits its concurrent runs, but nothing would tell when they end: set finishedWhenAcknowledged, or tracked if its workers report",
            queue);
  }

  @Test
  void an_operator_is_told_what_to_set() {
    WorkerQueueChanges changes =
        new WorkerQueueChanges(database.xa(), new Audit(database.xa(), "node-1"));
    assertThatThrownBy(() -> changes.put("ops", "b", Map.of(QueueSetting.MAX_CONCURRENT_RUNS, 5)))
        .isInstanceOf(SettingRefusedException.class)
        .hasMessageStartingWith("worker queue b limits its concurrent runs, but nothing would tell")
        .hasMessageEndingWith("set finishedWhenAcknowledged, or tracked if its workers report")
        .extracting(refused -> ((SettingRefusedException) refused).code())
        .isEqualTo("SCHED-0824");
    changes.put(
        "ops",
        "b",
        Map.of(QueueSetting.MAX_CONCURRENT_RUNS, 5, QueueSetting.FINISHED_WHEN_ACKNOWLEDGED, true));
    assertThat(new WorkerQueueQueries(database.xa()).find("b").orElseThrow().values())
        .containsEntry("maxConcurrentRuns", 5)
        .containsEntry("concurrentRuns", 0);
  }

  private static void commit(OpenTransaction transaction) {
    try {
      transaction.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private DueQueues poll() {
    return due.poll("default", ClaimCursor.NONE, Duration.ZERO);
  }

  private DueQueues.Next next() {
    return new DispatchPolicies(new QueueDepths()).limit(1, poll()).queues().get(0);
  }

  private DueJobs due(DataSource dataSource) {
    return new DueJobs(dataSource, new ExecutionStore(dataSource, "node-1"), database.schedules());
  }

  private List<ClaimedJob> claim() {
    return claim(due, Map.of("a", 10)).jobs();
  }

  private static Claim claim(DueJobs due, Map<String, Integer> quotas) {
    return due.claim(
        new ClaimQuotas(quotas, Set.of("a"), Set.of()),
        ClaimCursor.NONE,
        Duration.ZERO,
        "default",
        0,
        rows -> {});
  }

  private void register(int number) {
    jobs.register(
        IntStream.range(0, number).mapToObj(i -> job("a", "" + i).tracked().build()).toList());
  }

  private void registerNonPersistent() {
    jobs.register(
        List.of(
            job("a", "1").carried(Map.of(JobProperty.DELIVERY_MODE, "NON_PERSISTENT")).build()));
  }

  private void queue(String name, String settings) {
    database.execute(
        "UPDATE scheduler.worker_queue SET %s WHERE name = '%s'".formatted(settings, name));
  }

  private String running() {
    return database.value(
        "SELECT count(*) FROM scheduler.execution WHERE is_limited AND ended_at IS NULL");
  }
}
