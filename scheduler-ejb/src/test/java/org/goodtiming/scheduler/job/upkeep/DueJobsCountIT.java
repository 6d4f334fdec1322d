package org.goodtiming.scheduler.job.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.upkeep.DueJobsCounted.DueInQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DueJobsCountIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final DueJobsCount count = new DueJobsCount(database.xa(), event -> {});

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void due_jobs_are_counted_by_queue_with_the_age_of_the_oldest() {
    register("a", "2020-01-01T00:00:00Z", 2);
    register("a", "2100-01-01T00:00:00Z", 1);
    DueInQueue a = of("a");
    assertThat(a.due()).isEqualTo(2);
    assertThat(a.overdue()).isEqualTo(2);
    assertThat(a.oldest()).isGreaterThan(Duration.ofDays(365));
    assertThat(of("b")).isEqualTo(new DueInQueue("b", 0, 0, Duration.ZERO));
  }

  @Test
  void jobs_of_a_closed_queue_are_not_late() {
    register("a", "2020-01-01T00:00:00Z", 2);
    database.execute(
        "UPDATE scheduler.worker_queue SET closed_from = '2020-01-01Z', closed_until = '2100-01-01Z' WHERE name = 'a'");
    assertThat(of("a")).isEqualTo(new DueInQueue("a", 2, 0, Duration.ZERO));
  }

  @Test
  void a_canary_is_no_late_job() {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(Canary.of(job("a", Canary.NAME).build(), false)));
    database.execute(
        "UPDATE scheduler.job SET eligible_at = '2020-01-01Z', due_at = '2020-01-01Z'");
    assertThat(of("a")).isEqualTo(new DueInQueue("a", 0, 0, Duration.ZERO));
  }

  @Test
  void a_job_that_waits_for_another_attempt_counts_by_its_due_time() {
    register("a", "2020-01-01T00:00:00Z", 1);
    postponeAll();
    DueInQueue a = of("a");
    assertThat(a.due()).isEqualTo(1);
    assertThat(a.overdue()).isEqualTo(1);
    assertThat(a.oldest()).isGreaterThan(Duration.ofDays(365));
  }

  @Test
  void a_job_that_was_held_after_its_failure_does_not_count() {
    register("a", "2020-01-01T00:00:00Z", 1);
    postponeAll();
    database.execute("UPDATE scheduler.job SET eligible_at = '9999-12-31T00:00:00Z'");
    assertThat(of("a")).isEqualTo(new DueInQueue("a", 0, 0, Duration.ZERO));
    postponeAll();
    assertThat(of("a")).isEqualTo(new DueInQueue("a", 0, 0, Duration.ZERO));
  }

  @Test
  void no_more_than_a_thousand_of_a_queue_are_read() {
    register("a", "2020-01-01T00:00:00Z", DueJobsCount.LIMIT + 5);
    assertThat(of("a").due()).isEqualTo(DueJobsCount.LIMIT);
  }

  private DueInQueue of(String queue) {
    return count.count().stream()
        .filter(each -> each.queue().equals(queue))
        .findFirst()
        .orElseThrow();
  }

  private void postponeAll() {
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.job"));
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .postpone(id, Duration.ofHours(1), "queue a does not exist at the broker: create it");
  }

  private void register(String queue, String dueAt, int jobs) {
    List<NewJob> some =
        IntStream.range(0, jobs)
            .mapToObj(i -> job(queue, dueAt + " " + i).dueAt(dueAt).build())
            .toList();
    new JobStore(database.xa(), database.executions(), database.schedules()).register(some);
  }
}
