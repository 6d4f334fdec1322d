package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs whose workers report a failure, and the policies of their queues. */
class RunRetriesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_run_that_throws_is_tried_again_and_ends_as_an_error_after_the_last_attempt() {
    policy("PT1M");
    ClaimedJob first = started();
    ReportStore.Booked booked = book(first, Report.Event.FAILED, true);
    assertThat(booked.ignored()).isEmpty();
    assertThat(booked.changes()).as("no end").isEmpty();
    assertThat(booked.retried()).extracting(RunRetry::delay).containsExactly(Duration.ofMinutes(1));
    assertThat(execution()).isEqualTo("SUBMITTED 2 1");
    assertThat(database.value("SELECT message FROM scheduler.execution"))
        .isEqualTo("SCHED-0648 attempt 1 of 2 failed, the next follows in PT1M: out of luck");
    assertThat(book(first, Report.Event.FAILED, true).ignored()).as("repeated").hasSize(1);

    ClaimedJob second = claim();
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(book(second, Report.Event.STARTED, true).ignored()).isEmpty();
    assertThat(book(second, Report.Event.FAILED, true).retried()).isEmpty();
    assertThat(execution()).isEqualTo("ERROR 2 1");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_worker_can_say_that_a_retry_is_of_no_use() {
    policy("PT1M");
    ClaimedJob run = started();
    assertThat(book(run, Report.Event.FAILED, false).changes())
        .extracting(RunChange::state)
        .containsExactly(ExecutionState.ERROR);
    assertThat(execution()).isEqualTo("ERROR 1 0");
  }

  @Test
  void a_worker_can_postpone_a_run_and_uses_up_no_attempt() {
    policy("PT1M");
    Instant at = Instant.parse(now()).plus(Duration.ofHours(3));
    ReportStore.Booked booked = book(retryAt(started(1), at));
    assertThat(booked.changes()).as("no end").isEmpty();
    assertThat(execution()).isEqualTo("SUBMITTED 2 0");
    assertThat(database.value("SELECT message FROM scheduler.execution"))
        .isEqualTo(
            "SCHED-0648 attempt postponed, 1 of 100 times, the next follows at %s as the worker asks: closed"
                .formatted(at));
    assertThat(database.value("SELECT last_error FROM scheduler.job"))
        .startsWith("SCHED-0648 attempt postponed, 1 of 100 times");
    assertThat(
            database.value(
                "SELECT eligible_at BETWEEN timestamptz '%1$s' AND timestamptz '%1$s' + interval '1 minute' FROM scheduler.job"
                    .formatted(at)))
        .isEqualTo("t");
  }

  @Test
  void a_time_that_has_passed_is_at_once() {
    policy("PT1M");
    book(retryAt(started(), Instant.parse(now()).minusSeconds(60)));
    assertThat(database.value("SELECT eligible_at <= clock_timestamp() FROM scheduler.job"))
        .isEqualTo("t");
  }

  @Test
  void a_run_that_is_postponed_for_too_long_ends_and_says_why() {
    policy("PT1M");
    Instant at = Instant.parse("2099-01-01T00:00:00Z");
    book(retryAt(started(), at));
    assertThat(execution()).isEqualTo("ERROR 1 0");
    assertThat(database.value("SELECT message FROM scheduler.execution"))
        .isEqualTo(
            "closed (SCHED-0683 no retry at %s as the worker asks: name a time within 366 days)"
                .formatted(at));
  }

  @Test
  void the_hundredth_postponement_is_the_last_that_uses_up_no_attempt() {
    Instant at = Instant.parse(now());
    book(retryAt(started(), at));
    assertThat(execution()).as("a policy without retries").isEqualTo("SUBMITTED 2 0");
    database.execute("UPDATE scheduler.execution SET postponed = 99");
    book(retryAt(startedAgain(null), at));
    assertThat(execution()).isEqualTo("SUBMITTED 3 0");
    policy("PT1M");
    book(retryAt(startedAgain(null), at));
    assertThat(execution()).isEqualTo("SUBMITTED 4 1");
    book(retryAt(startedAgain(null), at));
    assertThat(execution()).isEqualTo("ERROR 4 1");
    assertThat(database.value("SELECT message FROM scheduler.execution"))
        .endsWith("as the worker asks: this was attempt 2 of 2)");
  }

  @Test
  void without_a_policy_a_failed_run_ends() {
    book(started(), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 1 0");
  }

  @Test
  void a_run_is_begun_at_most_as_often_as_its_worker_says_whatever_its_policy_has() {
    policy("3/PT1M");
    book(started(2), Report.Event.FAILED, true);
    assertThat(database.value("SELECT message FROM scheduler.execution"))
        .startsWith("SCHED-0648 attempt 1 of 2 failed");
    book(startedAgain(2), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 2 1");
  }

  @Test
  void a_run_whose_worker_says_that_it_has_one_attempt_is_not_tried_again() {
    policy("3/PT1M");
    book(started(1), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 1 0");
  }

  @Test
  void failures_and_silence_use_up_the_same_attempts() {
    policy("3/PT1M");
    started(3);
    silence();
    assertThat(execution()).isEqualTo("SUBMITTED 2 1");
    book(startedAgain(3), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("SUBMITTED 3 2");
    startedAgain(3);
    silence();
    assertThat(execution()).isEqualTo("ERROR 3 2");
  }

  @Test
  void silence_uses_up_retries_of_the_policy() {
    policy("PT1M");
    started(9);
    silence();
    book(startedAgain(9), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 2 1");
  }

  @Test
  void a_silent_run_whose_worker_has_not_said_how_often_it_may_be_begun_ends() {
    policy("PT1M");
    started();
    silence();
    assertThat(execution()).isEqualTo("ERROR 1 0");
  }

  @Test
  void what_is_returned_or_postponed_before_the_worker_says_its_maximum_uses_up_none_of_it() {
    policy("3/PT1M");
    book(retryAt(started(), Instant.parse(now())));
    book(report(startedAgain(null), Report.Event.RETURNED, null, true, null));
    assertThat(execution()).isEqualTo("SUBMITTED 3 0");
    startedAgain(2);
    silence();
    assertThat(execution()).isEqualTo("SUBMITTED 4 1");
    book(startedAgain(2), Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 4 1");
  }

  @Test
  void a_cancelled_run_that_fails_is_not_tried_again() {
    policy("PT1M");
    ClaimedJob run = started();
    new RunCancels(database.xa(), executions).request(run.fireId(), "test");
    book(run, Report.Event.FAILED, true);
    assertThat(execution()).isEqualTo("ERROR 1 0");
  }

  @Test
  void a_run_took_as_long_as_its_attempts_without_the_waits_between_them() {
    policy("2/PT1H");
    ClaimedJob first = started();
    startedBefore("10 minutes");
    book(first, Report.Event.FAILED, true);
    assertThat(status().dispatchedAt()).as("waits for its next attempt").isNull();
    assertThat(status().startedAt()).isNull();
    book(claim(), Report.Event.FAILED, true);
    ClaimedJob third = startedAgain(null);
    assertThat(status().startedAt()).isAfterOrEqualTo(status().dispatchedAt());
    startedBefore("5 minutes");
    RunChange end = book(third, Report.Event.FINISHED, true).changes().get(0);
    assertThat(Duration.of(end.micros(), ChronoUnit.MICROS)).isEqualTo(status().duration());
    assertThat(status().duration()).isBetween(Duration.ofMinutes(15), Duration.ofMinutes(16));
  }

  /** As a node does, which calls the URL of a worker. */
  @Test
  void a_failed_attempt_counts_although_only_its_end_was_reported() {
    policy("PT1M");
    jobs.register(List.of(job("a", "1").tracked().build()));
    Report failed = report(claim(), Report.Event.FAILED, "no answer", true, null);
    reports.book(List.of(failed), Duration.ZERO, Duration.ofSeconds(9));
    assertThat(execution()).isEqualTo("SUBMITTED 2 1");
    assertThat(status().earlierWork()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void a_run_that_is_cancelled_while_it_waits_for_its_next_attempt_says_so() {
    policy("PT1H");
    ClaimedJob first = started();
    startedBefore("10 minutes");
    book(first, Report.Event.FAILED, true);
    jobs.cancel(first.key(), Instant.parse("2100-01-01T00:00:00Z"), "test");
    assertThat(status().state()).isEqualTo(ExecutionState.CANCELLED);
    assertThat(status().message()).isEqualTo("cancelled while it waited for attempt 2");
    assertThat(status().duration()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
  }

  private void startedBefore(String interval) {
    database.execute(
        "UPDATE scheduler.execution SET started_at = started_at - interval '%s'"
            .formatted(interval));
  }

  private ExecutionStatus status() {
    return new Executions(database.xa()).ofJob(new JobKey("a", "1"), 1).get(0);
  }

  private void policy(String policy) {
    database.execute(
        "UPDATE scheduler.worker_queue SET retry = '%s' WHERE name = 'a'".formatted(policy));
  }

  private ClaimedJob started() {
    return started(null);
  }

  private ClaimedJob started(@Nullable Integer maxAttempts) {
    jobs.register(List.of(job("a", "1").tracked().build()));
    return startedAgain(maxAttempts);
  }

  private ClaimedJob startedAgain(@Nullable Integer maxAttempts) {
    ClaimedJob run = claim();
    Report started = Reports.of(run, Report.Event.STARTED, maxAttempts);
    assertThat(book(started).ignored()).isEmpty();
    return run;
  }

  /** Lets the delay pass, and claims the job. */
  private ClaimedJob claim() {
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private ReportStore.Booked book(ClaimedJob run, Report.Event event, boolean retry) {
    String message = event == Report.Event.FAILED ? "out of luck" : null;
    return book(report(run, event, message, retry, null));
  }

  private ReportStore.Booked book(Report report) {
    return reports.book(List.of(report));
  }

  private static Report retryAt(ClaimedJob run, Instant at) {
    return report(run, Report.Event.FAILED, "closed", true, at);
  }

  private static Report report(
      ClaimedJob run, Report.Event event, String message, boolean retry, Instant retryAt) {
    return new Report(
        run.fireId(),
        run.run().token(),
        event,
        message,
        null,
        "w1",
        Duration.ofMinutes(1),
        null,
        null,
        retry,
        retryAt,
        Report.Notes.NONE);
  }

  private String now() {
    return database.value(
        "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
  }

  private void silence() {
    database.execute(
        "UPDATE scheduler.execution SET heartbeat_until = clock_timestamp() WHERE heartbeat_until IS NOT NULL");
    LostRuns.atOnce(database.xa(), "node-1", event -> {}).run();
  }

  private String execution() {
    return database.value(
        "SELECT state || ' ' || attempt || ' ' || retries FROM scheduler.execution");
  }
}
