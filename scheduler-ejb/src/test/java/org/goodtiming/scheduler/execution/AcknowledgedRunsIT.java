package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.AcknowledgedRuns.Delivery;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.telemetry.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that are finished when the broker has acknowledged their messages. */
class AcknowledgedRunsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final AcknowledgedRuns acknowledged = new AcknowledgedRuns(database.xa(), "node-1");
  private final List<Event> events = new ArrayList<>();

  @BeforeEach
  void empty() {
    database.clear();
    queue("a", "finished_when_acknowledged = true");
    queue("b", "finished_when_acknowledged = false");
  }

  @Test
  void a_run_is_finished_once_and_no_later_report_changes_it() {
    ClaimedJob run = dispatched("a", "1");
    look(queue -> false);
    assertThat(states()).isEqualTo("1 DISPATCHED");

    look(queue -> true);

    assertThat(states()).isEqualTo("1 FINISHED");
    assertThat(
            database.value(
                "SELECT new_state || ' ' || message FROM scheduler.execution_transition ORDER BY id DESC LIMIT 1"))
        .isEqualTo("FINISHED the broker has acknowledged its message");
    assertThat(events).hasSize(1);
    assertThat(events.get(0)).isInstanceOf(RunsEnded.class);
    assertThat(reports.book(List.of(Reports.of(run, Report.Event.FAILED, 1))).ignored()).hasSize(1);
    assertThat(acknowledged.queues()).isEmpty();
    assertThat(acknowledged.finish(List.of(new Delivery(run.fireId(), 1)))).isEmpty();
  }

  @Test
  void the_queue_decides_at_the_dispatch_and_can_take_it_back() {
    dispatched("b", "1");
    queue("b", "finished_when_acknowledged = true");
    look(queue -> true);
    assertThat(states()).as("dispatched before").isEqualTo("1 DISPATCHED");

    dispatched("b", "2");
    queue("b", "finished_when_acknowledged = false");
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 DISPATCHED");

    queue("b", "finished_when_acknowledged = true");
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
  }

  @Test
  void a_run_on_which_its_worker_reports_ends_by_its_reports() {
    ClaimedJob run = dispatched("a", "1");
    reports.book(List.of(Reports.of(run, Report.Event.STARTED, 1)));
    look(queue -> true);
    assertThat(states()).isEqualTo("1 RUNNING");
  }

  @Test
  void a_run_that_was_dispatched_after_the_question_began_is_left() {
    dispatched("a", "1");
    look(
        queue -> {
          dispatched("a", "2");
          return true;
        });
    assertThat(states()).isEqualTo("1 FINISHED, 2 DISPATCHED");
  }

  @Test
  void a_further_attempt_is_another_delivery() {
    ClaimedJob first = dispatched("a", "1");
    List<Delivery> seen = acknowledged.dispatched("a", AcknowledgedRuns.BEGINNING);
    queue("a", "retry = 'PT1S'");
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new RunRetries.Failure(first.fireId(), null, "dead letter")));
    assertThat(acknowledged.finish(seen)).isEmpty();
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    claim("a");
    assertThat(acknowledged.finish(seen)).as("of the first attempt").isEmpty();
    assertThat(acknowledged.dispatched("a", AcknowledgedRuns.BEGINNING))
        .containsExactly(new Delivery(first.fireId(), 2));
  }

  @Test
  void a_message_that_the_broker_loses_when_it_stops_is_not_taken_for_acknowledged() {
    dispatched("a", "1", WireContract.DELIVERY_MODE_NON_PERSISTENT);
    dispatched("a", "2", WireContract.DELIVERY_MODE_PERSISTENT);
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
  }

  @Test
  void a_dead_letter_that_ended_its_run_holds_up_no_other_run_of_its_key() {
    ClaimedJob failed = dispatched("a", "1");
    executions.undelivered(
        failed.fireId(), failed.run().token(), TrackedJobs.Ending.EXHAUSTED, "dead letter");
    dispatched("a", "1");
    database.execute(
        "INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_type, properties) VALUES ('execution', 'SCHED-0220', 'test', 'node-1', 'a', '1', 'text', '{}')");
    look(queue -> true);
    assertThat(states()).isEqualTo("1 EXHAUSTED, 1 FINISHED");
  }

  @Test
  void a_dead_letter_whose_run_could_not_be_ended_is_never_taken_for_a_success() {
    ClaimedJob failed = dispatched("a", "1");
    dispatched("a", "2");
    executions.notEnded(failed.fireId());
    assertThat(acknowledged.finish(acknowledged.dispatched("a", AcknowledgedRuns.BEGINNING)))
        .as("noted after the leader has looked for such runs")
        .hasSize(1);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");

    look(queue -> true);

    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
    assertThat(acknowledged.queues()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.unended_run")).isEqualTo("0");
  }

  @Test
  void a_further_attempt_of_such_a_run_waits_for_its_own_acknowledgement() {
    ClaimedJob failed = dispatched("a", "1");
    executions.notEnded(failed.fireId());
    look(queue -> true);
    queue("a", "retry = 'PT1S'");
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new RunRetries.Failure(failed.fireId(), null, "beyond its limit")));
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    claim("a");
    look(queue -> true);
    assertThat(states()).isEqualTo("1 FINISHED");
  }

  @Test
  void no_run_is_finished_while_it_is_in_doubt_which_ones_have_failed() throws SQLException {
    ClaimedJob failed = dispatched("a", "1");
    dispatched("a", "2");
    try (Connection other = database.xa().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "INSERT INTO scheduler.unended_run (fire_id) VALUES ('%s')".formatted(failed.fireId()));
      statement.execute("PREPARE TRANSACTION 'unended'");
      try {
        look(queue -> true);
        assertThat(states()).isEqualTo("1 DISPATCHED, 2 DISPATCHED");
      } finally {
        other.setAutoCommit(true);
        statement.execute("COMMIT PREPARED 'unended'");
      }
    }
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
  }

  @Test
  void a_failure_that_is_known_before_its_dispatch_commits_is_not_forgotten() throws SQLException {
    ClaimedJob failed = dispatched("a", "1");
    database.execute("UPDATE scheduler.execution SET awaits_acknowledgement = false");
    try (Connection dispatch = database.xa().getConnection();
        Statement statement = dispatch.createStatement()) {
      dispatch.setAutoCommit(false);
      statement.execute("UPDATE scheduler.execution SET awaits_acknowledgement = true");
      executions.notEnded(failed.fireId());
      look(queue -> true);
      dispatch.commit();
    }
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED");
    assertThat(acknowledged.queues()).isEmpty();
  }

  @Test
  void a_refused_report_holds_up_only_the_run_that_it_names() {
    ClaimedJob reported = dispatched("a", "1");
    dispatched("a", "2");
    byte[] report = "{fireId: '%s', event: 'failed'}".formatted(reported.fireId()).getBytes(UTF_8);
    for (ReceivedMessage.Kind kind :
        List.of(ReceivedMessage.Kind.TEXT, ReceivedMessage.Kind.BYTES)) {
      Set<UUID> named = ReportParser.fireIds(message(kind, report));
      assertThat(named).containsExactly(reported.fireId());
      reports.refused(named);
    }
    reports.refused(ReportParser.fireIds(message(ReceivedMessage.Kind.MESSAGE, null)));
    look(queue -> true);
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
  }

  @Test
  void runs_that_are_left_hold_up_no_others() throws SQLException {
    int left = AcknowledgedRuns.PAGE + 1;
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, dispatched_at, awaits_acknowledgement)
        SELECT lpad(i::text, 32, '0')::uuid, 'a', i, 'DISPATCHED', 'node-1', '2020-01-01Z', '2020-01-01Z', true FROM generate_series(1, %d) i
        """
            .formatted(2 * left));
    try (Connection other = database.xa().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "SELECT FROM scheduler.execution WHERE job_id::int <= %d FOR UPDATE".formatted(left));
      look(queue -> true);
      assertThat(
              database.value("SELECT count(*) FROM scheduler.execution WHERE state = 'FINISHED'"))
          .isEqualTo(String.valueOf(left));
      other.rollback();
    }
  }

  @Test
  void a_run_that_another_transaction_changes_is_left_for_the_next_check() throws SQLException {
    dispatched("a", "1");
    try (Connection other = database.xa().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT FROM scheduler.execution FOR UPDATE");
      look(queue -> true);
      assertThat(states()).isEqualTo("1 DISPATCHED");
      other.rollback();
    }
    look(queue -> true);
    assertThat(states()).isEqualTo("1 FINISHED");
  }

  @Test
  void a_queue_that_the_broker_does_not_know_holds_up_no_other() {
    queue("b", "finished_when_acknowledged = true");
    dispatched("a", "1");
    dispatched("b", "2");
    assertThatThrownBy(
            () ->
                look(
                    queue -> {
                      if (queue.equals("a")) {
                        throw new IllegalStateException("on purpose");
                      }
                      return true;
                    }))
        .hasMessage("on purpose");
    assertThat(states()).isEqualTo("1 DISPATCHED, 2 FINISHED");
  }

  @Test
  void the_search_reads_only_runs_that_wait_for_their_acknowledgement() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'a', i, 'DISPATCHED', 'node-1', '2020-01-01Z' FROM generate_series(1, 20000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at)
        SELECT gen_random_uuid(), 'a', i, 'FINISHED', 'node-1', '2020-01-01Z', '2020-01-01Z' FROM generate_series(1, 20000) i;
        ANALYZE scheduler.execution
        """);
    dispatched("a", "1");
    String plan = database.valueAsNode("EXPLAIN (ANALYZE, FORMAT JSON) " + AcknowledgedRuns.QUEUES);
    assertThat(plan).contains("execution_awaits_acknowledgement").contains("\"Actual Rows\": 1");
    assertThat(plan).doesNotContain("\"Rows Removed by Filter\": 20000");
  }

  @Test
  void each_end_and_each_report_and_each_retry_ends_the_wait() {
    ClaimedJob reported = dispatched("a", "1");
    reports.book(List.of(Reports.of(reported, Report.Event.STARTED, 1)));
    ClaimedJob failed = dispatched("a", "2");
    executions.undelivered(
        failed.fireId(), failed.run().token(), TrackedJobs.Ending.EXHAUSTED, "dead letter");
    queue("a", "retry = 'PT1S'");
    ClaimedJob retried = dispatched("a", "3");
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new RunRetries.Failure(retried.fireId(), null, "dead letter")));
    dispatched("a", "4");
    assertThat(
            database.value(
                "SELECT string_agg(job_id, ' ') FROM scheduler.execution WHERE awaits_acknowledgement"))
        .isEqualTo("4");
    look(queue -> true);
    assertThat(states()).isEqualTo("1 RUNNING, 2 EXHAUSTED, 3 SUBMITTED, 4 FINISHED");
  }

  private void look(Predicate<String> settled) {
    database.runIfItHasWork(new AcknowledgementWatch(acknowledged, settled, events::add));
  }

  private ClaimedJob dispatched(String queue, String jobId) {
    jobs.register(List.of(job(queue, jobId).tracked().build()));
    return claim(queue);
  }

  private void dispatched(String queue, String jobId, String deliveryMode) {
    jobs.register(
        List.of(
            job(queue, jobId)
                .tracked()
                .carried(Map.of(JobProperty.DELIVERY_MODE, deliveryMode))
                .build()));
    claim(queue);
  }

  private static ReceivedMessage message(ReceivedMessage.Kind kind, byte @Nullable [] body) {
    return new ReceivedMessage(
        kind, Map.of(), body, new Origin("ID:1", Instant.EPOCH, true, 1, Sender.UNKNOWN));
  }

  private ClaimedJob claim(String queue) {
    return due.claim(Map.of(queue, 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private void queue(String name, String settings) {
    database.execute(
        "UPDATE scheduler.worker_queue SET %s WHERE name = '%s'".formatted(settings, name));
  }

  private String states() {
    return database.value(
        "SELECT string_agg(job_id || ' ' || state, ', ' ORDER BY job_id, state) FROM scheduler.execution");
  }
}
