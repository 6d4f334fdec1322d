package org.goodtiming.scheduler.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.upkeep.Housekeeping;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retries that wait for longer than a cancel is kept. */
class JobRetriesIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_retry_of_an_untracked_run_goes_with_the_cancel_of_its_schedule() {
    ClaimedJob run = claimed(schedule("1"));
    Retry retry = new Retry(run.fireId(), 2, Duration.ofDays(3), "failed", null, run.planned());
    assertThat(new JobRetries(database.xa()).store(job("a", "1").sentAt(SENT).build(), retry))
        .isTrue();
    cancel("1");
    jobs.register(List.of(job("a", "1~another").build()));
    forgetCancels();
    assertThat(database.value("SELECT string_agg(job_id, ' ') FROM scheduler.job"))
        .isEqualTo("1~another");
    assertLedgerBalances();
  }

  @Test
  void a_retry_of_a_tracked_run_ends_as_cancelled_with_its_schedule() {
    database.execute("UPDATE scheduler.worker_queue SET retry = 'P3D'");
    ClaimedJob run = claimed(schedule("1").tracked());
    new RunRetries(database.xa(), "node-1")
        .retry(List.of(new Failure(run.fireId(), run.run().token(), "failed")));
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("2");
    cancel("1");
    forgetCancels();
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT state FROM scheduler.execution WHERE retries = 1"))
        .isEqualTo("CANCELLED");
    assertLedgerBalances();
  }

  private static Jobs schedule(String jobId) {
    return job("a", jobId).recurring("every:PT1H", "2026-01-01T00:00:00Z").sentAt(SENT);
  }

  private ClaimedJob claimed(Jobs schedule) {
    jobs.register(List.of(schedule.build()));
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private void cancel(String jobId) {
    jobs.cancel(new JobKey("a", jobId), SENT.plusMillis(1), null);
  }

  /** Forgets cancels like housekeeping after a day. */
  private void forgetCancels() {
    database.execute("UPDATE scheduler.tombstone SET recorded_at = recorded_at - interval 'P2D'");
    new Housekeeping(database.xa(), database.executions(), database.schedules()).run();
  }

  private void assertLedgerBalances() {
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }
}
