package org.goodtiming.scheduler.operations.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.LocalSynchronizations;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobActions;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batch operations that move waiting jobs. */
class BatchMovesIT {

  private static final Instant FUTURE = Instant.parse("2100-01-01T00:00:00Z");
  private static final Move LATER = new Move.By(Duration.ofHours(1));
  private static final Move EARLIER = new Move.By(Duration.ofHours(-1));

  private final ContractDatabase database = ContractDatabase.shared();
  private final BatchQueries queries =
      new BatchQueries(
          database.reader(),
          new JobQueries(database.reader(), Redaction.NONE),
          new QuarantineQueries(database.reader(), Redaction.NONE));

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
  }

  @Test
  void the_jobs_of_a_customer_move_once_each_although_a_step_is_lost() throws SQLException {
    jobs("1", 250, "2100-01-01T00:00Z", "{\"x_customer\": \"c-002\"}");
    jobs("2", 250, "2100-01-01T00:00Z", "{\"x_customer\": \"c-003\"}");
    BatchFilter customer =
        new BatchFilter(
            "a",
            null,
            null,
            FUTURE,
            null,
            new PropertyValue("x_customer", "c-002"),
            null,
            null,
            null,
            false);
    BatchRequest request = new BatchRequest(BatchVerb.RESCHEDULE, LATER, customer);
    assertThat(queries.preview(request, "ann").counted()).isEqualTo(250);

    long id = changes(database.xa()).create("ann", request, 250, null).number("id");
    assertThat(step(database.xa())).isTrue();
    try (OpenTransaction lost = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(step(lost.dataSource())).isTrue();
      lost.rollback();
    }
    while (step(database.xa())) {}

    assertThat(
            database.value(
                "SELECT string_agg(DISTINCT left(job_id, 1) || ' ' || due_at || ' ' || eligible_at, ', ') FROM scheduler.job"))
        .isEqualTo(
            "1 2100-01-01 01:00:00+00 2100-01-01 01:00:00+00, 2 2100-01-01 00:00:00+00 2100-01-01 00:00:00+00");
    Row ended = queries.find(id).orElseThrow();
    assertThat(ended.values())
        .containsEntry("state", "finished")
        .containsEntry("done", 250)
        .containsEntry("gone", 0)
        .containsEntry("dueOffset", "PT1H")
        .containsEntry("property", "x_customer:c-002");
    assertThat(
            database.value(
                "SELECT count(*) || ' ' || min(before ->> 'dueAt') || ' ' || min(after ->> 'dueAt') FROM scheduler.audit WHERE action = 'reschedule job'"))
        .isEqualTo("250 2100-01-01T00:00:00Z 2100-01-01T01:00:00Z");
  }

  @Test
  void a_job_that_was_claimed_meanwhile_is_gone() {
    jobs("1", 3, "2100-01-01T00:00Z", null);
    BatchRequest request = request(LATER, false);
    long id = changes(database.xa()).create("ann", request, 3, null).number("id");
    BatchOperation operation = queries.running(id).orElseThrow();
    BatchPage page = queries.next(operation, 100);
    database.execute("DELETE FROM scheduler.job WHERE job_id = '1-2'");

    apply(database.xa(), operation, page);

    assertThat(queries.find(id).orElseThrow().values())
        .containsEntry("done", 2)
        .containsEntry("refused", 0)
        .containsEntry("gone", 1);
  }

  @Test
  void held_jobs_stay_held_retries_keep_their_wait_and_what_would_expire_is_refused() {
    jobs("1", 3, "2100-01-01T00:00Z", null);
    database.execute(
        """
        UPDATE scheduler.job SET held_at = clock_timestamp(), eligible_at = '9999-12-31Z' WHERE job_id = '1-1';
        UPDATE scheduler.job SET eligible_at = '2100-01-01T00:10Z', last_error = 'failed' WHERE job_id = '1-2';
        UPDATE scheduler.job SET expires_at = '2100-01-01T00:30Z' WHERE job_id = '1-3'
        """);

    Row ended = moved(request(LATER, false));

    assertThat(times())
        .isEqualTo(
            "1-1 2100-01-01 01:00:00 9999-12-31 00:00:00, 1-2 2100-01-01 01:00:00 2100-01-01 01:10:00, 1-3 2100-01-01 00:00:00 2100-01-01 00:00:00");
    assertThat(ended.values()).containsEntry("done", 2).containsEntry("refused", 1);
    assertThat(ended.text("lastRefusal")).contains("a/1-3", "expires before");
  }

  @Test
  void the_jobs_of_a_paused_group_move_and_run_at_their_new_time_when_it_is_resumed() {
    jobs("1", 1, "2100-01-01T00:00Z", null);
    database.execute(
        """
        INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('g', 'ann');
        UPDATE scheduler.job SET group_key = 'g'
        """);

    assertThat(moved(request(LATER, false)).values()).containsEntry("done", 1);
    assertThat(times()).isEqualTo("1-1 2100-01-01 01:00:00 9999-12-31 00:00:00");
    database.execute(
        "DELETE FROM scheduler.dispatch_pause; UPDATE scheduler.job SET eligible_at = resumes_at");
    assertThat(times()).isEqualTo("1-1 2100-01-01 01:00:00 2100-01-01 01:00:00");
  }

  @Test
  void a_move_into_the_past_makes_jobs_due_now_and_the_preview_says_so() {
    jobs("1", 1, "2020-01-01T00:00Z", null);
    jobs("2", 1, "2100-01-01T00:00Z", null);
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'a', '3', at, at, 4, true, '', clock_timestamp() FROM (SELECT clock_timestamp() + interval 'PT30M') moment (at)
        """);
    BatchRequest request = request(EARLIER, false);

    BatchPreview preview = queries.preview(request, "ann");
    assertThat(preview.dueAtOnce()).isEqualTo(2);
    Map<String, Object> overdue = preview.samples().get(0).values();
    assertThat(overdue).containsEntry("jobId", "1-1");
    assertThat(overdue.get("newDueAt")).isEqualTo(overdue.get("dueAt"));
    assertThat(preview.samples().get(2).values())
        .containsEntry("dueAt", FUTURE)
        .containsEntry("newDueAt", FUTURE.minus(Duration.ofHours(1)));
    assertThat(queries.preview(request(new Move.To(FUTURE), false), "ann").dueAtOnce()).isZero();

    moved(request);

    assertThat(
            database.value(
                "SELECT string_agg(job_id || ' ' || (due_at < now()) || ' ' || (due_at > now() - interval 'PT1M'), ', ' ORDER BY job_id) FROM scheduler.job"))
        .isEqualTo("1-1 true false, 2-1 false true, 3 true true");
  }

  @Test
  void schedules_are_named_and_move_only_if_that_is_asked() {
    jobs("1", 1, "2100-01-01T00:00Z", null);
    jobs("s", 1, "2100-01-01T00:00Z", null);
    database.execute(
        """
        UPDATE scheduler.job SET planned_at = due_at WHERE job_id = 's-1';
        INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire) VALUES ('a', 's-1', 'every:PT1H', 'skip')
        """);

    BatchPreview preview = queries.preview(request(LATER, false), "ann");
    assertThat(preview.counted()).isEqualTo(1);
    assertThat(preview.schedules()).containsExactly(new JobKey("a", "s-1"));
    BatchRequest hold = new BatchRequest(BatchVerb.HOLD, null, request(LATER, false).filter());
    assertThat(queries.preview(hold, "ann").counted()).isEqualTo(1);
    assertThat(queries.preview(hold, "ann").schedules()).isEqualTo(preview.schedules());
    assertThat(moved(request(LATER, false)).values()).containsEntry("done", 1);
    assertThat(times()).contains("s-1 2100-01-01 00:00:00");
    assertThat(moved(request(LATER, true)).values()).containsEntry("done", 2);
    assertThat(times()).contains("1-1 2100-01-01 02:00:00", "s-1 2100-01-01 01:00:00");
  }

  @Test
  void a_preview_names_the_queues_that_the_user_has_no_grant_for() {
    database.execute(
        """
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('ann', 'b'), ('root', '*');
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT queue, 'p-' || n, '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp()
          FROM (VALUES ('a', 2), ('b', 3), ('c', 1)) j (queue, jobs), generate_series(1, jobs) n
        """);
    BatchFilter prefix =
        new BatchFilter(null, null, "p-", null, null, null, null, null, null, false);
    BatchRequest cancel = new BatchRequest(BatchVerb.CANCEL, null, prefix);

    assertThat(queries.preview(cancel, "ann").withoutGrant())
        .extracting(row -> row.text("queue") + " " + row.number("counted"))
        .containsExactly("a 2", "c 1");
    assertThat(queries.preview(cancel.of("b"), "ann").withoutGrant()).isEmpty();
    assertThat(queries.preview(cancel, "root").withoutGrant()).isEmpty();
    assertThat(
            queries.preview(new BatchRequest(BatchVerb.HOLD, null, prefix), "ann").withoutGrant())
        .as("needs no grant")
        .isEmpty();
  }

  @Test
  void the_preview_of_a_resubmission_counts_rows_whose_runs_were_run_again() {
    String first = "00000000-0000-4000-8000-00000000000";
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, run_again_of, state, node, due_at)
        VALUES ('%1$s9', 'a', '1', '%1$s1', 'SUBMITTED', 'node-1', clock_timestamp());
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties, body)
        SELECT 'execution', 'SCHED-0301', 'failed', 'node-1', 'a', n, 'text', '{"scheduler_fireId":"%1$s' || n || '"}', ''
          FROM generate_series(1, 2) n
        """
            .formatted(first));

    BatchFilter rows =
        new BatchFilter("a", null, null, null, null, null, null, "SCHED-0301", null, false);
    BatchPreview preview = queries.preview(new BatchRequest(BatchVerb.RESUBMIT, null, rows), "ann");

    assertThat(preview.counted()).isEqualTo(2);
    assertThat(preview.runAgain()).isEqualTo(1);
  }

  private Row moved(BatchRequest request) {
    long id =
        changes(database.xa()).create("ann", request, queries.count(request), null).number("id");
    while (step(database.xa())) {}
    return queries.find(id).orElseThrow();
  }

  /** False if no operation runs. */
  private boolean step(DataSource transaction) {
    List<BatchOperation> running = queries.running();
    running.forEach(operation -> apply(transaction, operation, queries.next(operation, 100)));
    return !running.isEmpty();
  }

  private void apply(DataSource transaction, BatchOperation operation, BatchPage page) {
    Audit audit = new Audit(transaction, "node-1");
    JobActions jobs =
        new JobActions(new JobChanges(transaction, audit), new JobHolds(transaction, audit), null);
    BatchVerbs verbs =
        new BatchVerbs(jobs, null, null, null, null, new DueSignal(new LocalSynchronizations()));
    BatchChanges changes = changes(transaction);
    assertThat(changes.begin(operation)).isTrue();
    changes.end(operation, page, verbs.apply(operation, page));
  }

  private static BatchChanges changes(DataSource transaction) {
    return new BatchChanges(transaction, new Audit(transaction, "node-1"));
  }

  private static BatchRequest request(Move move, boolean schedules) {
    return new BatchRequest(
        BatchVerb.RESCHEDULE,
        move,
        new BatchFilter("a", null, null, null, null, null, null, null, null, schedules));
  }

  private void jobs(String prefix, int count, String dueAt, String properties) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at, properties)
        SELECT 'a', '%s-' || n, '%s', '%s', 4, true, '', '2026-01-01Z', %s FROM generate_series(1, %d) n
        """
            .formatted(
                prefix, dueAt, dueAt, properties == null ? "NULL" : "'" + properties + "'", count));
  }

  private String times() {
    return database.value(
        "SELECT string_agg(concat_ws(' ', job_id, due_at AT TIME ZONE 'UTC', eligible_at AT TIME ZONE 'UTC'), ', ' ORDER BY job_id) FROM scheduler.job");
  }
}
