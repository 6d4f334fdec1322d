package org.goodtiming.scheduler.job.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailedJobsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final FailedJobs failed =
      new FailedJobs(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_postponed_job_rests_with_its_error() {
    register(job("a", "1"));
    failed.postpone(id("1"), Duration.ofHours(1), "address full");
    assertThat(claim().rows()).isZero();
    assertThat(database.value("SELECT last_error FROM scheduler.job")).isEqualTo("address full");
  }

  @Test
  void failures_to_dispatch_are_counted_and_are_no_attempt_of_the_run() {
    register(job("a", "1"));
    assertThat(failed.countFailure(id("1"), "first")).isEqualTo(1);
    assertThat(failed.countFailure(id("1"), "second")).isEqualTo(2);
    assertThat(database.value("SELECT attempts FROM scheduler.job")).isEqualTo("2");
    assertThat(claim().jobs().get(0).attempt()).isEqualTo(1);
    assertThat(failed.countFailure(4711, "gone")).isZero();
  }

  @Test
  void a_quarantined_job_is_reported_with_its_reason() {
    database.execute("UPDATE scheduler.worker_queue SET events = true");
    register(job("a", "1"));
    failed.quarantine(id("1"), "SCHED-0210", "no attempts left", "node1");
    assertThat(
            database.value(
                "SELECT type || ' ' || message FROM scheduler.event ORDER BY position DESC LIMIT 1"))
        .isEqualTo("job.quarantined SCHED-0210 no attempts left");
  }

  @Test
  void a_quarantined_job_is_kept_whole_even_where_its_properties_cannot_be_read() {
    register(job("a", "good").body(Body.text("keep me")), job("a", "bad"));
    database.execute("UPDATE scheduler.job SET properties = 'not json' WHERE job_id = 'bad'");
    failed.quarantine(id("good"), "SCHED-0210", "no attempts left", "node1");
    failed.quarantine(id("bad"), "SCHED-0210", "no attempts left", "node1");
    assertThat(
            database.value(
                "SELECT convert_from(body, 'UTF8') FROM scheduler.quarantine WHERE job_id = 'good'"))
        .isEqualTo("keep me");
    assertThat(database.value("SELECT properties FROM scheduler.quarantine WHERE job_id = 'bad'"))
        .contains("\"x_unreadable\": \"not json\"", "\"scheduler_queue\": \"a\"");
    assertThat(database.value("SELECT quarantined FROM scheduler.ledger")).isEqualTo("2");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  private void register(Jobs... jobs) {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(Stream.of(jobs).map(Jobs::build).toList());
  }

  private Claim claim() {
    return new DueJobs(database.xa(), database.executions(), database.schedules())
        .claim(Map.of("a", 100), ClaimCursor.NONE, Duration.ZERO, "default", 0);
  }

  private long id(String jobId) {
    return Long.parseLong(
        database.value("SELECT id FROM scheduler.job WHERE job_id = '%s'".formatted(jobId)));
  }
}
