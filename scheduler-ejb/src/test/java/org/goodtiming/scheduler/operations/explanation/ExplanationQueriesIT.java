package org.goodtiming.scheduler.operations.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.explanation.Explanation;
import org.goodtiming.scheduler.explanation.Explanation.Question;
import org.goodtiming.scheduler.explanation.PartitionFacts.BrokerOutage;
import org.goodtiming.scheduler.explanation.ServiceState;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.goodtiming.scheduler.policy.Cause;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The facts from which causes are concluded, as the database has them. */
class ExplanationQueriesIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final UUID FIRE_ID = UUID.fromString("00000000-0000-0000-0000-000000000001");

  private static final String MISSING = "queue a does not exist at the broker: create it";

  private final ContractDatabase database = ContractDatabase.shared();
  private final AtomicReference<@Nullable BrokerOutage> outage = new AtomicReference<>();
  private final QueueCauseQueries queues = new QueueCauseQueries(database.reader(), outage::get);
  private final ExplanationQueries queries = new ExplanationQueries(database.reader(), queues);
  private final Audit audit = new Audit(database.xa(), "node-1");

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit, scheduler.node");
    database.execute(
        "UPDATE scheduler.lease SET holder = 'node-1', last_run_at = clock_timestamp(), failover_interval = 'PT1H'");
  }

  @Test
  void of_an_unknown_job_run_or_schedule_there_is_no_explanation() {
    assertThat(queries.job(KEY)).isEmpty();
    assertThat(queries.schedule(KEY)).isEmpty();
    assertThat(queries.run(FIRE_ID)).isEmpty();
  }

  @Test
  void a_due_job_is_behind_those_that_were_due_earlier() {
    job("1", "'2020-01-02Z'", "'2020-01-02Z'");
    job("2", "'2020-01-01Z'", "'2020-01-01Z'");

    assertThat(job().question()).isEqualTo(Question.NOT_RUN);
    assertThat(job().dueAt()).isEqualTo(Instant.parse("2020-01-02T00:00:00Z"));
    assertThat(job().summary()).contains("waits for 1 job of the queue to be dispatched first");
  }

  @Test
  void a_job_waits_for_the_runs_and_jobs_of_its_key_alone() {
    database.execute(
        """
        UPDATE scheduler.worker_queue SET tracked = true, key_property = 'x_customer', max_concurrent_runs_per_key = 2 WHERE name = 'a';
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, is_limited, share_key)
        SELECT gen_random_uuid(), 'a', i, 'RUNNING', 'node-1', '2020-01-01Z', true, 'x_customer=c-1' FROM generate_series(1, 2) i
        """);
    job("1", "'2020-01-02Z'", "'2020-01-02Z'");
    job("2", "'2020-01-01Z'", "'2020-01-01Z'");
    job("3", "'2020-01-01Z'", "'2020-01-01Z'");
    database.execute(
        "UPDATE scheduler.job SET share_key = 'x_customer=c-' || CASE job_id WHEN '3' THEN 2 ELSE 1 END");

    assertThat(codes(job())).containsExactly("concurrency-limit");
    assertThat(job().summary())
        .isEqualTo(
            "not dispatched: 2 of 2 runs of its x_customer under way; the job is due, and waits for 1 job of its x_customer to be dispatched first");
    database.execute("UPDATE scheduler.execution SET ended_at = '2026-01-01Z', state = 'FINISHED'");
    assertThat(job().summary())
        .isEqualTo(
            "not dispatched: the job is due, and waits for 1 job of its x_customer to be dispatched first; worker queue a has at most 2 runs of each x_customer at once");
  }

  @Test
  void a_job_after_others_says_for_which_it_waits() {
    job("1", "'2020-01-01Z'", "'9999-12-31Z'");
    database.execute(
        """
        UPDATE scheduler.job SET waits_for = 2 WHERE job_id = '1';
        INSERT INTO scheduler.child_job (fire_id, queue, job_id, if_parent_fails, known_until)
        SELECT fire_id, queue, job_id, 'hold', '2020-01-02Z' FROM scheduler.job WHERE job_id = '1';
        INSERT INTO scheduler.job_parent (fire_id, number, queue, job_id)
        SELECT fire_id, n, 'b', '471' || n FROM scheduler.job, generate_series(1, 2) n WHERE job_id = '1'
        """);

    assertThat(job().summary())
        .contains("the job waits for b/4711, of which no tracked run is known")
        .endsWith("and for 1 more");

    job("4711", "'2020-01-01Z'", "'2020-01-01Z'");
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT fire_id, queue, job_id, 'SUBMITTED', 'node-1', due_at FROM scheduler.job WHERE job_id = '4711';
        UPDATE scheduler.job_parent p SET queue = j.queue, run = j.fire_id FROM scheduler.job j WHERE p.number = 1 AND j.job_id = '4711';
        UPDATE scheduler.job SET held_at = '2020-01-03Z', held_by = 'ops' WHERE job_id = '4711'
        """);
    assertThat(job().summary())
        .contains("the job waits for a/4711, which is held since 2020-01-03T00:00:00Z");
    database.execute("UPDATE scheduler.job SET held_at = NULL, held_by = NULL, waits_for = 1");
    assertThat(job().summary()).contains("a/4711, which waits for other jobs, too");
  }

  @Test
  void a_job_after_a_job_batch_says_how_far_it_is_and_a_member_to_which_it_belongs() {
    job("1", "'2020-01-01Z'", "'9999-12-31Z'");
    database.execute(
        """
        UPDATE scheduler.job SET waits_for = 1 WHERE job_id = '1';
        INSERT INTO scheduler.child_job (fire_id, queue, job_id, if_parent_fails, known_until)
        SELECT fire_id, queue, job_id, 'hold', '2020-01-02Z' FROM scheduler.job WHERE job_id = '1';
        INSERT INTO scheduler.job_batch (id, size, total, waiting, finished) VALUES ('import', 1000, 998, 50, 948);
        INSERT INTO scheduler.job_batch_change (batch, waiting, finished) VALUES ('import', -2, 2);
        INSERT INTO scheduler.job_parent (fire_id, number, batch) SELECT fire_id, 1, 'import' FROM scheduler.job WHERE job_id = '1'
        """);

    assertThat(job().summary())
        .endsWith("the job waits for batch import: 950 of 1,000 ended, 2 not registered");
    assertThat(job().batch()).isNull();

    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, batch)
        SELECT fire_id, queue, job_id, 'SUBMITTED', 'node-1', due_at, 'import' FROM scheduler.job
        """);
    assertThat(job().batch()).isEqualTo("import");
    database.execute("DELETE FROM scheduler.job");
    assertThat(job().batch()).isEqualTo("import");
  }

  @Test
  void a_held_job_in_a_paused_queue_without_a_leader_has_three_causes() {
    job("1", "'2020-01-01Z'", "'2020-01-01Z'");
    new JobHolds(database.xa(), audit).hold("ops", KEY);
    new WorkerQueueChanges(database.xa(), audit).pause("ops", "a", null);
    database.execute("UPDATE scheduler.lease SET released_at = '2026-01-01Z'");

    assertThat(codes(job())).containsExactly("held", "queue-paused", "no-leader");
    assertThat(job().causes()).extracting(Cause::since).doesNotContainNull();
    assertThat(job().causes().get(2).since()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @Test
  void a_job_whose_attempt_failed_waits_for_the_next_one_while_its_queue_rests() {
    job("1", "'2020-01-01Z'", "'2100-01-01Z'");
    database.execute(
        """
        UPDATE scheduler.job SET attempts = 3, last_error = 'no route';
        INSERT INTO scheduler.dispatch_retry (job_row, queue, retry_at) SELECT id, queue, eligible_at FROM scheduler.job;
        UPDATE scheduler.worker_queue SET failures = 1, retry_at = '2100-01-01Z', last_error = 'no route' WHERE name = 'a'
        """);

    assertThat(codes(job())).containsExactly("retrying", "queue-resting");
    assertThat(job().summary()).contains("3 attempts").endsWith("no route");
  }

  @Test
  void a_job_whose_queue_the_broker_lacks_is_not_blamed_on_its_worker() {
    job("1", "'2020-01-01Z'", "'2020-01-01Z'");
    new WorkerQueueStore(database.xa()).failed("a", Duration.ofHours(1), MISSING);
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .postpone(
            Long.parseLong(database.value("SELECT id FROM scheduler.job")),
            Duration.ofHours(1),
            MISSING);

    assertThat(codes(job())).containsExactly("queue-resting");
    assertThat(job().summary()).endsWith(MISSING).doesNotContain("worker has failed");
  }

  @Test
  void a_queue_is_explained_as_its_jobs_are() {
    job("1", "'2020-01-01Z'", "'2020-01-01Z'");
    new WorkerQueueChanges(database.xa(), audit).pause("ops", "a", null);
    database.execute(
        """
        UPDATE scheduler.lease SET released_at = '2026-01-01Z';
        INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('', 'ops')
        """);
    outage.set(new BrokerOutage("node-1", Instant.EPOCH, "connection refused"));

    assertThat(codes(queues.queue("a")))
        .containsExactly("dispatch-paused", "queue-paused", "broker-away")
        .containsExactlyElementsOf(codes(job()));
    assertThat(queues.queues().get("a")).isEqualTo(queues.queue("a"));
    assertThat(codes(queues.queues().get("b"))).containsExactly("dispatch-paused", "broker-away");
    assertThat(codes(queues.partitions().get("default"))).containsExactly("broker-away");

    database.execute("UPDATE scheduler.lease SET released_at = NULL");
    assertThat(codes(queues.queue("b"))).containsExactly("dispatch-paused");
    assertThat(codes(queues.partitions().get("default"))).isEmpty();
    assertThat(codes(queues.queue("unlisted"))).isEmpty();
  }

  @Test
  void nodes_that_an_operator_has_drained_are_named_with_the_cure() throws SQLException {
    database.execute(
        """
        UPDATE scheduler.lease SET released_at = '2026-01-01Z';
        INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset, partitions) VALUES
          ('node-1', '1', clock_timestamp(), clock_timestamp(), 'PT0S', '{default}'),
          ('node-2', '1', clock_timestamp(), clock_timestamp(), 'PT0S', '{other}'),
          ('node-3', '1', clock_timestamp(), clock_timestamp(), 'PT0S', '{default}');
        INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES ('node-1', false, true, 'ops')
        """);
    try (Connection one = session("node-1");
        Connection two = session("node-2")) {
      assertThat(one.isValid(1) && two.isValid(1)).isTrue();
      assertThat(codes(queues.queue("a"))).containsExactly("nodes-drained");
      assertThat(queues.queue("a").causes().get(0).text()).contains(": node-1 by ops since ");

      try (Connection three = session("node-3")) {
        assertThat(three.isValid(1)).isTrue();
        assertThat(codes(queues.queue("a"))).containsExactly("no-leader");
        assertThat(queues.queue("a").causes().get(0).text()).contains(": node-3 may lead it");
      }
    }
  }

  @Test
  void a_job_of_a_queue_that_is_not_listed_waits_for_the_allow_list() {
    job("1", "'2020-01-01Z'", "'2020-01-01Z'");
    database.execute("DELETE FROM scheduler.worker_queue WHERE name = 'a'");

    assertThat(codes(job())).containsExactly("queue-not-listed");
  }

  @Test
  void a_prepared_transaction_that_has_taken_the_job_is_in_doubt() {
    job("1", "'2020-01-01Z'", "'2020-01-01Z'");
    database.execute("BEGIN; DELETE FROM scheduler.job; PREPARE TRANSACTION 'explained'");
    try {
      database.execute(
          "INSERT INTO scheduler.in_doubt (gtrid, node, database_gid, verdict) VALUES ('6a', 'node-1', 'explained', 'wait')");
      database.execute(
          "SELECT pg_sleep_until(prepared + interval '1.1 s') FROM pg_prepared_xacts WHERE gid = 'explained'");

      assertThat(codes(job())).containsExactly("in-doubt");
      assertThat(Objects.requireNonNull(job().causes().get(0).cure()).path())
          .containsExactly("in-doubt", "6a", "resolve");
    } finally {
      database.execute("ROLLBACK PREPARED 'explained'");
      database.execute("DELETE FROM scheduler.in_doubt");
    }
  }

  @Test
  void the_run_of_a_paused_schedule_waits_and_an_ended_schedule_has_no_run() {
    schedule("'PAUSED'", "NULL");
    job("1", "'2020-01-01Z'", "'9999-12-31Z'");
    database.execute("UPDATE scheduler.job SET planned_at = due_at");
    assertThat(codes(queries.schedule(KEY).orElseThrow())).containsExactly("schedule-paused");
    assertThat(codes(job())).containsExactly("schedule-paused");

    database.execute("DELETE FROM scheduler.job");
    database.execute(
        "UPDATE scheduler.schedule SET state = 'ENDED', ended_at = clock_timestamp(), end_reason = 'cancelled'");
    assertThat(queries.schedule(KEY).orElseThrow().question()).isEqualTo(Question.ENDED);
  }

  @Test
  void a_run_that_has_its_turn_later_waits_for_the_last_run_only_if_its_schedule_does() {
    schedule("'ACTIVE'", "NULL");
    job("1", "'2020-01-01Z'", "'2100-01-01Z'");
    database.execute(
        "UPDATE scheduler.schedule SET overlap_action = 'SKIP', waits_for = gen_random_uuid(), held_until = '2100-01-01Z'");
    database.execute("UPDATE scheduler.job SET planned_at = due_at");
    assertThat(codes(job())).containsExactly("catch-up");

    database.execute("UPDATE scheduler.schedule SET overlap_action = NULL, overlap_limit = 'P1D'");
    assertThat(codes(job())).containsExactly("waits-for-run");
  }

  @Test
  void times_that_a_calendar_leaves_out_are_reported() {
    schedule("'ACTIVE'", "NULL");
    job("1", "'2100-01-04T06:00Z'", "'2100-01-04T06:00Z'");
    database.execute(
        """
        INSERT INTO scheduler.calendar (name, excludes) VALUES ('company', 'weekly:SAT,SUN');
        UPDATE scheduler.job SET planned_at = due_at;
        UPDATE scheduler.schedule SET recurrence = 'cron:0 0 6 ? * * zone=UTC except=calendar:company',
               passed_at = '2100-01-01T06:00Z', next_planned_at = '2100-01-04T06:00Z'
        """);

    assertThat(codes(queries.schedule(KEY).orElseThrow()))
        .startsWith("not-due", "omitted")
        .doesNotContain("shifted");
  }

  @Test
  void a_run_that_is_sent_again_waits_under_another_job_id() {
    execution("'SUBMITTED'", "NULL", "NULL");
    job("1~" + FIRE_ID, "'2020-01-01Z'", "'2100-01-01Z'");
    database.execute("UPDATE scheduler.job SET fire_id = '%s'".formatted(FIRE_ID));

    assertThat(codes(queries.run(FIRE_ID).orElseThrow())).containsExactly("not-eligible");
  }

  @Test
  void a_late_run_is_explained_by_the_resume_of_its_queue_the_takeover_and_the_previous_run() {
    schedule("'ACTIVE'", "'PT1H'");
    execution("'FINISHED'", "'2026-01-01T11:10Z'", "'2026-01-01T11:10Z'");
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at, ended_at)
        VALUES (gen_random_uuid(), 'a', '1', 'FINISHED', 'node-1', '2026-01-01T10:00Z', '2026-01-01T09:00Z', '2026-01-01T11:05Z');
        INSERT INTO scheduler.audit (changed_at, changed_by, node, action, subject, before) VALUES
          ('2026-01-01T10:30Z', 'ops', 'node-1', 'pause worker queue', 'a', '{"paused":false}'),
          ('2026-01-01T11:01Z', 'ops', 'node-1', 'resume worker queue', 'a', '{"paused":true}'),
          ('2026-01-01T11:02Z', 'ops', 'node-1', 'resume worker queue', 'a', '{"paused":false}'),
          ('2026-01-01T11:03Z', 'ops', 'node-1', 'resume worker queue', 'b', '{"paused":true}');
        INSERT INTO scheduler.lease_history (partition, epoch, holder, incarnation, acquired_at, reason, ended_at) VALUES
          ('default', 1, 'node-1', gen_random_uuid(), '2026-01-01T08:00Z', 'never held', '2026-01-01T11:03Z'),
          ('default', 2, 'node-2', gen_random_uuid(), '2026-01-01T11:04Z', 'released', NULL)
        """);

    Explanation explanation = job();

    assertThat(explanation.question()).isEqualTo(Question.LATE);
    assertThat(explanation.lateness()).hasMinutes(10);
    assertThat(codes(explanation)).containsExactly("queue-paused", "no-leader", "waits-for-run");
    assertThat(explanation.causes().get(0).since()).isEqualTo("2026-01-01T10:30:00Z");
    assertThat(explanation.causes().get(1).since()).isEqualTo("2026-01-01T11:03:00Z");
    assertThat(explanation.causes().get(1).text())
        .endsWith("changed at 2026-01-01T11:04:00Z: node-2 took over from node-1 (released)");
    assertThat(queries.run(FIRE_ID)).contains(explanation);
  }

  @Test
  void the_first_leader_of_a_partition_takes_over_from_nobody() {
    execution("'FINISHED'", "'2026-01-01T11:10Z'", "'2026-01-01T11:10Z'");
    database.execute(
        """
        INSERT INTO scheduler.lease_history (partition, epoch, holder, incarnation, acquired_at, reason) VALUES
          ('default', 1, 'node-1', gen_random_uuid(), '2026-01-01T11:04Z', 'never held')
        """);

    assertThat(queries.run(FIRE_ID).orElseThrow().causes().get(0).text())
        .endsWith("node-1 leads it (never held)");
  }

  @Test
  void lateness_is_that_of_the_first_attempt() {
    execution("'RUNNING'", "'2026-01-01T12:00Z'", "'2026-01-01T12:00Z'");
    database.execute(
        """
        INSERT INTO scheduler.execution_transition (fire_id, attempt, old_state, new_state, node, at, message) VALUES
          ('<id>', 1, NULL, 'SUBMITTED', 'node-1', '2026-01-01T10:00Z', NULL),
          ('<id>', 1, 'SUBMITTED', 'DISPATCHED', 'node-1', '2026-01-01T11:00Z', NULL),
          ('<id>', 1, 'DISPATCHED', 'RUNNING', 'node-1', '2026-01-01T11:00:00.2Z', NULL),
          ('<id>', 1, 'RUNNING', 'SUBMITTED', 'node-1', '2026-01-01T11:30Z', 'no heartbeat')
        """
            .replace("<id>", FIRE_ID.toString()));

    Explanation explanation = queries.run(FIRE_ID).orElseThrow();

    assertThat(explanation.question()).isEqualTo(Question.ON_TIME);
    assertThat(codes(explanation)).containsExactly("earlier-attempt");
  }

  @Test
  void a_worker_that_reports_only_its_failure_has_begun_in_time() {
    execution("'FINISHED'", "'2026-01-01T11:10Z'", "'2026-01-01T11:10Z'");
    database.execute(
        """
        INSERT INTO scheduler.execution_transition (fire_id, attempt, old_state, new_state, node, at, message) VALUES
          ('<id>', 1, 'SUBMITTED', 'DISPATCHED', 'node-1', '2026-01-01T11:00Z', NULL),
          ('<id>', 1, 'DISPATCHED', 'SUBMITTED', 'node-1', '2026-01-01T11:00:00.2Z', 'status 503')
        """
            .replace("<id>", FIRE_ID.toString()));

    assertThat(codes(queries.run(FIRE_ID).orElseThrow())).containsExactly("earlier-attempt");
  }

  @Test
  void a_failed_run_is_explained_by_its_latest_attempt() {
    execution("'ERROR'", "'2026-01-01T11:00Z'", "NULL");
    database.execute(
        "UPDATE scheduler.execution SET attempt = 2, worker = 'w-1', message = 'TaxClient 503'");

    assertThat(job().question()).isEqualTo(Question.FAILED);
    assertThat(job().causes().get(0).text())
        .isEqualTo("attempt 2 has ended as ERROR at worker w-1: TaxClient 503");
  }

  @Test
  void a_job_in_the_quarantine_is_explained_by_its_latest_row() {
    for (String code : List.of("SCHED-0001", "SCHED-0002")) {
      database.execute(
          """
          INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties)
          VALUES ('dispatch', '%s', 'refused', 'node-1', 'a', '1', 'text', '{}')
          """
              .formatted(code));
    }

    assertThat(codes(job())).containsExactly("in-quarantine");
    assertThat(job().summary()).contains("SCHED-0002");
  }

  @Test
  void no_statement_scans_all_jobs_or_runs() {
    SequentialScans.fill(database);
    SequentialScans scans = new SequentialScans(database.reader());

    assertThat(scans.of(ExplanationText.present(KEY, FIRE_ID))).isEmpty();
    assertThat(scans.of(ExplanationText.present(KEY, null))).isEmpty();
    assertThat(scans.of(ExplanationText.run(FIRE_ID))).isEmpty();
    assertThat(scans.of(ExplanationText.latestRun(KEY))).isEmpty();
    assertThat(scans.of(ExplanationText.events(KEY, FIRE_ID, Instant.EPOCH, Instant.EPOCH)))
        .isEmpty();
  }

  /** A session like a node's session for the lease. */
  private Connection session(String node) throws SQLException {
    Connection session = database.lease().getConnection();
    session.createStatement().execute("SET application_name = '%s'".formatted(node));
    return session;
  }

  private Explanation job() {
    return queries.job(KEY).orElseThrow();
  }

  private static List<String> codes(Explanation explanation) {
    return codes(explanation.causes());
  }

  private static List<String> codes(ServiceState state) {
    return codes(state.causes());
  }

  private static List<String> codes(List<Cause> causes) {
    return causes.stream().map(Cause::code).toList();
  }

  private void job(String jobId, String dueAt, String eligibleAt) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('a', '%s', %s, %s, 4, true, '', clock_timestamp())
        """
            .formatted(jobId, dueAt, eligibleAt));
  }

  private void schedule(String state, String overlapLimit) {
    database.execute(
        """
        INSERT INTO scheduler.schedule (queue, job_id, state, recurrence, misfire, overlap_limit)
        VALUES ('a', '1', %s, 'every:PT1H', 'fire-once', %s)
        """
            .formatted(state, overlapLimit));
  }

  /** Due at 11:00 on the first of January 2026. */
  private void execution(String state, String dispatchedAt, String startedAt) {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at, dispatched_at, started_at)
        VALUES ('%s', 'a', '1', %s, 'node-1', '2026-01-01T11:00Z', '2026-01-01T10:00Z', %s, %s)
        """
            .formatted(FIRE_ID, state, dispatchedAt, startedAt));
  }
}
