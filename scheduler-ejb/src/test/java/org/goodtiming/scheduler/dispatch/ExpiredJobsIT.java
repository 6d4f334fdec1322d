package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.sql.InlineTransactions;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expired jobs leave a queue that is at its limit. */
class ExpiredJobsIT {

  private static final String DUE = "2020-01-01T10:00:00Z";
  private static final Instant EXPIRED = Instant.parse("2020-01-01T11:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<Event> told = new ArrayList<>();
  private final ExpiredJobs task =
      new ExpiredJobs(
          new InlineTransactions(),
          new DueJobs(database.xa(), database.executions(), database.schedules()),
          told::add);

  @BeforeEach
  void empty() {
    database.clear();
    limit("tracked = true, max_concurrent_runs = 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max_concurrent_runs = 1",
        "max_concurrent_runs = 0, key_property = 'group', max_concurrent_runs_per_key = 1",
        "max_concurrent_runs = 0, max_depth = 1",
        "max_concurrent_runs = 0, rate_limit = 1"
      })
  void they_leave_although_the_queue_has_no_room(String settings) {
    limit(settings);
    register(
        due("1").expiresAt(EXPIRED).tracked(),
        due("2").expiresAt(Instant.now().plusSeconds(600)),
        due("3"),
        due("4").expiresAt(EXPIRED));

    database.runIfItHasWork(task);

    assertThat(waiting()).isEqualTo("2 3");
    assertThat(database.value("SELECT state || ' ' || message FROM scheduler.execution"))
        .isEqualTo("EXPIRED scheduler_expiresAt has passed");
    assertThat(
            database.value("SELECT sum(jobs) FROM scheduler.ledger_entry WHERE kind = 'expired'"))
        .isEqualTo("2");
    assertThat(told)
        .singleElement()
        .isInstanceOfSatisfying(
            JobsDispatched.class,
            jobs -> {
              assertThat(jobs.queue()).isEqualTo("a");
              assertThat(jobs.dropped()).isEqualTo(2);
              assertThat(jobs.latenessMicros()).isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"max_concurrent_runs = 0", "paused = true"})
  void a_queue_without_a_limit_or_without_service_is_left_to_its_claims(String settings) {
    limit(settings);
    register(due("1").expiresAt(EXPIRED));
    assertThat(database.hasWork(task)).isFalse();
    task.run();
    assertThat(waiting()).isEqualTo("1");
  }

  @Test
  void a_job_that_is_not_due_yet_and_a_canary_stay() {
    register(due("1").dueAt("2099-01-01T10:00:00Z").expiresAt(EXPIRED));
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(Canary.of(job("a", Canary.NAME).build(), false)));
    database.execute("UPDATE scheduler.job SET eligible_at = due_at WHERE job_id <> '1'");
    database.runIfItHasWork(task);
    assertThat(waiting()).isEqualTo("1 scheduler.canary");
  }

  private static Jobs due(String jobId) {
    return job("a", jobId).dueAt(DUE);
  }

  private void register(Jobs... jobs) {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(jobs).stream().map(Jobs::build).toList());
  }

  private void limit(String settings) {
    database.execute("UPDATE scheduler.worker_queue SET %s WHERE name = 'a'".formatted(settings));
  }

  private String waiting() {
    return database.value("SELECT string_agg(job_id, ' ' ORDER BY job_id) FROM scheduler.job");
  }
}
