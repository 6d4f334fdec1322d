package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.goodtiming.scheduler.sql.StoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events that each change of a job writes, in their order. */
class JobEventsIT {

  private static final Instant LATER = Instant.parse("2026-12-01T11:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("UPDATE scheduler.worker_queue SET events = true WHERE name = 'a'");
  }

  @Test
  void a_queue_without_events_has_none() {
    jobs.register(List.of(job("b", "1").tracked().build()));
    jobs.cancel(new JobKey("b", "1"), LATER, "test");
    assertThat(database.value("SELECT count(*) FROM scheduler.event")).isEqualTo("0");
  }

  @Test
  void a_tracked_run_has_an_event_of_each_step() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    ClaimedJob run = claim();
    book(run, Report.Event.STARTED);
    book(run, Report.Event.PROGRESS);
    book(run, Report.Event.FINISHED);
    book(run, Report.Event.FINISHED);
    assertThat(events()).isEqualTo("registered 1, dispatched 1, started 1, finished 1");
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.event WHERE queue = 'a' AND job_id = '1' AND fire_id = '%s' AND due_at = '%s'"
                    .formatted(run.fireId(), run.dueAt())))
        .isEqualTo("4");
  }

  @Test
  void a_failed_run_is_reported_with_its_reason() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    book(claim(), Report.Event.FAILED);
    assertThat(events()).isEqualTo("registered 1, dispatched 1, failed 1");
  }

  @Test
  void a_run_whose_message_is_a_dead_letter_is_reported_with_its_reason() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    executions.ended(List.of(claim().fireId()), Ending.EXHAUSTED, "the worker failed");
    assertThat(events()).isEqualTo("registered 1, dispatched 1, exhausted 1");
    assertThat(database.value("SELECT message FROM scheduler.event WHERE type = 'job.exhausted'"))
        .isEqualTo("the worker failed");
  }

  @Test
  void a_retry_and_the_failure_of_the_last_attempt_have_events() {
    database.execute("UPDATE scheduler.worker_queue SET retry = 'PT1S'");
    jobs.register(List.of(job("a", "1").tracked().build()));
    book(claim(), Report.Event.FAILED);
    book(claim(), Report.Event.FAILED);
    assertThat(events()).isEqualTo("registered 1, dispatched 1, retried 2, dispatched 2, failed 2");
    assertThat(database.value("SELECT message FROM scheduler.event WHERE type = 'job.retried'"))
        .startsWith("SCHED-0648 attempt 1 of 2 failed");
  }

  @Test
  void a_run_that_is_returned_and_one_that_falls_silent_are_reported() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    ClaimedJob first = claim();
    book(first, Report.Event.STARTED);
    book(first, Report.Event.RETURNED);
    book(claim(), Report.Event.STARTED);
    database.execute(
        "UPDATE scheduler.execution SET heartbeat_until = clock_timestamp(), max_attempts = 1");
    LostRuns.atOnce(database.xa(), "node-1", event -> {}).run();
    assertThat(events())
        .isEqualTo(
            "registered 1, dispatched 1, started 1, retried 2, dispatched 2, started 2, failed 2");
  }

  @Test
  void a_job_that_is_cancelled_is_reported_whether_it_is_tracked_or_not() {
    jobs.register(List.of(job("a", "tracked").tracked().build(), job("a", "plain").build()));
    jobs.cancel(new JobKey("a", "tracked"), LATER, "test");
    jobs.cancel(new JobKey("a", "plain"), LATER, "test");
    jobs.cancel(new JobKey("a", "never-there"), LATER, "test");
    assertThat(events("tracked")).isEqualTo("registered 1, cancelled 1");
    assertThat(events("plain")).isEqualTo("registered 1, cancelled 1");
    assertThat(events("never-there")).isEqualTo("null");
  }

  @Test
  void the_event_of_a_run_comes_before_that_of_the_next_run() {
    jobs.register(List.of(job("a", "1").recurring("every:PT1H", "2026-01-01T00:00:00Z").build()));
    claim();
    assertThat(events()).isEqualTo("registered 1, dispatched 1, registered 1");
    assertThat(database.value("SELECT count(DISTINCT fire_id) FROM scheduler.event"))
        .isEqualTo("2");
    jobs.cancel(new JobKey("a", "1"), LATER, "test");
    assertThat(events()).endsWith("registered 1, cancelled 1");
  }

  @Test
  void an_expired_job_is_reported_whether_it_is_tracked_or_not() {
    jobs.register(List.of(job("a", "tracked").tracked().build(), job("a", "plain").build()));
    database.execute("UPDATE scheduler.job SET expires_at = clock_timestamp()");
    assertThat(claimAll(due)).isEmpty();
    assertThat(events("tracked")).isEqualTo("registered 1, expired 1");
    assertThat(events("plain")).isEqualTo("registered 1, expired 1");
  }

  @Test
  void a_registration_that_changes_nothing_is_no_event() {
    jobs.register(List.of(job("a", "1").sentAt(LATER).build()));
    jobs.register(List.of(job("a", "1").build()));
    assertThat(events()).isEqualTo("registered 1");
  }

  /** Each worker changes the same few jobs; whichever transaction comes first, the events tell. */
  @Test
  void events_of_a_job_are_in_the_order_of_its_changes() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Boolean>> work =
        Stream.of(1, 2, 3, 4)
            .map(seed -> (Callable<Boolean>) () -> changeJobs(new Random(seed)))
            .toList();
    for (Future<Boolean> each : threads.invokeAll(work)) {
      assertThat(each.get()).isTrue();
    }
    threads.shutdown();
    assertThat(
            database.value(
                """
                SELECT count(DISTINCT fire_id) FROM scheduler.event WHERE type = 'job.finished'
                """))
        .as("finished runs")
        .isNotEqualTo("0");
    assertThat(
            database.value(
                """
                SELECT string_agg(told, '; ') FROM (
                  SELECT DISTINCT string_agg(substr(type, 5), ' ' ORDER BY position) AS told FROM scheduler.event GROUP BY fire_id) run
                 WHERE told NOT IN ('registered', 'registered cancelled', 'registered dispatched', 'registered dispatched finished')
                """))
        .as("other orders")
        .isEqualTo("null");
  }

  private boolean changeJobs(Random random) throws SQLException {
    try (OpenTransaction transaction = new OpenTransaction(database.xa(), () -> {})) {
      for (int i = 0; i < 100; i++) {
        try {
          changeJob(transaction.dataSource(), random, LATER.plusSeconds(i));
          if (random.nextInt(5) == 0) {
            transaction.rollback();
          } else {
            transaction.commit();
          }
        } catch (StoreException deadlock) {
          transaction.rollback();
        }
      }
    }
    return true;
  }

  private static void changeJob(DataSource transaction, Random random, Instant sentAt) {
    ExecutionStore runs = new ExecutionStore(transaction, "node-1");
    ScheduleStore schedules = new ScheduleStore(transaction, Duration.ofMinutes(1));
    JobStore store = new JobStore(transaction, runs, schedules);
    String jobId = Integer.toString(random.nextInt(3));
    switch (random.nextInt(4)) {
      case 0, 1 -> store.register(List.of(job("a", jobId).tracked().sentAt(sentAt).build()));
      case 2 -> store.cancel(new JobKey("a", jobId), sentAt, "test");
      default -> {
        ReportStore taken = new ReportStore(transaction, "node-1", Duration.ofDays(1));
        claimAll(new DueJobs(transaction, runs, schedules))
            .forEach(run -> taken.book(List.of(Reports.of(run, Report.Event.FINISHED, 1))));
      }
    }
  }

  private static List<ClaimedJob> claimAll(DueJobs due) {
    return due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }

  /** Lets the delay pass, and claims the job. */
  private ClaimedJob claim() {
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    return claimAll(due).get(0);
  }

  private void book(ClaimedJob run, Report.Event event) {
    reports.book(List.of(Reports.of(run, event, 1)));
  }

  private String events() {
    return events("1");
  }

  private String events(String jobId) {
    return database.value(
        "SELECT string_agg(substr(type, 5) || ' ' || attempt, ', ' ORDER BY position) FROM scheduler.event WHERE job_id = '%s'"
            .formatted(jobId));
  }
}
