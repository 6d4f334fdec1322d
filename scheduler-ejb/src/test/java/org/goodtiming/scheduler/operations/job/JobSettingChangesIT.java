package org.goodtiming.scheduler.operations.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.execution.RunRetries.Failure;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.job.run.Retry;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A waiting job gets another retry policy, and its run another limit. */
class JobSettingChangesIT {

  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final JobSettingChanges changes =
      new JobSettingChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final JobChanges times =
      new JobChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_setting_is_changed_and_the_others_and_the_properties_stay() {
    store.register(
        List.of(
            job("a", "1")
                .properties(Map.of("x_price", 1.0E10, "x_count", 3L))
                .carried(Map.of(JobProperty.RUN_TIMEOUT, "PT2H"))
                .build()));
    assertThat(set(JobProperty.RETRY, Optional.of("PT1M"))).isEqualTo(Outcome.CHANGED);
    assertThat(queries.settings(KEY)).contains(new JobSettings("PT1M", "PT2H"));
    assertThat(database.value("SELECT properties FROM scheduler.job"))
        .contains("\"x_price\":1.0E+10", "\"x_count\":3");
    assertThat(
            database.value(
                "SELECT changed_by || ' ' || action || ' ' || before || ' ' || after FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .startsWith("ops set job ")
        .contains("PT2H", "PT1M");
  }

  @Test
  void a_tracked_run_has_the_new_limit_and_its_retry_the_new_policy() {
    store.register(List.of(job("a", "1").tracked().build()));
    set(JobProperty.RUN_TIMEOUT, Optional.of("PT2H"));
    set(JobProperty.RETRY, Optional.of("PT1M"));
    assertThat(
            database.value(
                "SELECT run_limit = interval 'PT2H' AND overdue_at = due_at + interval 'PT2H' FROM scheduler.execution"))
        .isEqualTo("t");
    assertThat(
            database.value(
                "SELECT (job ->> 'properties')::jsonb ->> 'scheduler_retry' FROM scheduler.execution_input"))
        .isEqualTo("PT1M");
  }

  @Test
  void a_setting_that_is_removed_is_that_of_the_queue() {
    store.register(
        List.of(job("a", "1").tracked().carried(Map.of(JobProperty.RUN_TIMEOUT, "PT2H")).build()));
    set(JobProperty.RUN_TIMEOUT, Optional.empty());
    assertThat(queries.settings(KEY)).contains(new JobSettings(null, null));
    assertThat(database.value("SELECT run_limit = interval 'P7D' FROM scheduler.execution"))
        .isEqualTo("t");
    assertThat(database.value("SELECT properties FROM scheduler.job")).isEqualTo("null");
  }

  @Test
  void a_job_that_waits_for_its_retry_gets_another_policy_and_time() {
    NewJob job = job("a", "1").carried(Map.of(JobProperty.RETRY, "PT1H")).build();
    store.register(List.of(job));
    ClaimedJob first = claim();
    new JobRetries(database.xa())
        .store(job, new Retry(first.fireId(), 2, Duration.ofHours(1), "broken", null, null));

    set(JobProperty.RETRY, Optional.of("PT1H,PT2H"));
    times.reschedule("ops", KEY, new Move.To(database.now()));

    ClaimedJob second = claim();
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.envelope().carried()).containsEntry(JobProperty.RETRY, "PT1H,PT2H");
  }

  @Test
  void a_tracked_run_that_waits_for_its_retry_gets_another_policy_and_time() {
    store.register(
        List.of(job("a", "1").tracked().carried(Map.of(JobProperty.RETRY, "PT1H")).build()));
    assertThat(fail(claim())).isEqualTo("attempt 1 of 2");

    set(JobProperty.RETRY, Optional.of("PT1H,PT2H,PT3H"));
    times.reschedule("ops", KEY, new Move.To(database.now()));

    ClaimedJob second = claim();
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(fail(second)).isEqualTo("attempt 2 of 4");
  }

  @Test
  void a_job_that_does_not_wait_is_not_changed() {
    assertThat(set(JobProperty.RETRY, Optional.of("PT1M"))).isEqualTo(Outcome.NOT_WAITING);
    assertThat(queries.settings(KEY)).isEmpty();
  }

  private ClaimedJob claim() {
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private String fail(ClaimedJob job) {
    return new RunRetries(database.xa(), "node-1")
        .retry(List.of(new Failure(job.fireId(), null, "broken")))
        .get(0)
        .decision()
        .note();
  }

  private Outcome set(JobProperty property, Optional<String> value) {
    return changes.set("ops", KEY, Map.of(property, value));
  }
}
