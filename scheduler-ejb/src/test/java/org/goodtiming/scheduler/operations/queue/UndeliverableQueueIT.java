package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.JobView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The views and lists that show operators a worker queue to which no job can be dispatched. */
class UndeliverableQueueIT {

  private static final String ERROR = "queue a does not exist at the broker: create it";
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobQueries jobs = new JobQueries(database.xa(), Redaction.NONE);

  @BeforeEach
  void oneOverdueJobWhoseDispatchFailed() {
    database.clear();
    database.execute(
        """
        UPDATE scheduler.lease SET holder = 'node-1', last_run_at = clock_timestamp(), failover_interval = 'PT1H'
         WHERE partition = 'default'
        """);
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").dueAt("2020-01-01T00:00:00Z").build()));
    new WorkerQueueStore(database.xa()).failed("a", AN_HOUR, ERROR);
    failedJobs().postpone(id(), AN_HOUR, ERROR);
  }

  @Test
  void the_status_of_the_queue_counts_the_job_as_overdue() {
    assertThat(status("concat_ws(' ', state, due, overdue, retrying, last_error)"))
        .isEqualTo("resting 1 1 1 " + ERROR);
    assertThat(status("oldest_due_at = '2020-01-01T00:00:00Z'")).isEqualTo("t");
  }

  @Test
  void a_queue_rests_until_a_job_is_dispatched_to_it() {
    database.execute("UPDATE scheduler.worker_queue SET retry_at = clock_timestamp()");
    assertThat(status("state")).isEqualTo("resting");
    new WorkerQueueStore(database.xa()).recovered("a");
    assertThat(status("state")).isEqualTo("open");
  }

  @Test
  void the_job_is_the_oldest_overdue_one_and_due_now() {
    assertThat(
            database.value(
                "SELECT job_id || ' ' || last_error FROM scheduler.oldest_overdue WHERE queue = 'a' AND overdue > 'P365D'"))
        .isEqualTo("1 " + ERROR);
    assertThat(database.value("SELECT last_error FROM scheduler.due_now")).isEqualTo(ERROR);
  }

  @Test
  void the_job_is_listed_as_retrying_with_its_error() {
    JobView found = jobs.find(new JobKey("a", "1")).orElseThrow();
    assertThat(found.state()).isEqualTo(JobState.RETRYING);
    assertThat(found.lastError()).isEqualTo(ERROR);
    assertThat(jobs.list(in(JobState.RETRYING), null, 10).jobs()).hasSize(1);
    assertThat(jobs.list(in(JobState.WAITING), null, 10).jobs()).isEmpty();
  }

  @Test
  void a_failed_job_that_is_rescheduled_waits_for_its_new_time() {
    database.execute(
        "UPDATE scheduler.job SET due_at = '2100-01-01T00:00:00Z', eligible_at = '2100-01-01T00:00:00Z'");
    assertThat(jobs.find(new JobKey("a", "1")).orElseThrow().state()).isEqualTo(JobState.WAITING);
    assertThat(jobs.list(in(JobState.WAITING), null, 10).jobs()).hasSize(1);
    assertThat(status("due || ' ' || retrying")).isEqualTo("0 0");
  }

  @Test
  void a_queue_of_a_partition_that_no_node_leads_has_no_leader() {
    database.execute("UPDATE scheduler.worker_queue SET partition = 'nope' WHERE name = 'a'");
    assertThat(status("state")).isEqualTo("no-leader");
    database.execute("UPDATE scheduler.worker_queue SET partition = 'default' WHERE name = 'a'");
    database.execute("UPDATE scheduler.lease SET failover_interval = 'PT0S'");
    assertThat(status("state")).isEqualTo("no-leader");
  }

  private static JobFilter in(JobState state) {
    return new JobFilter("a", state, null, null, null, null, null, null);
  }

  private FailedJobs failedJobs() {
    return new FailedJobs(database.xa(), database.executions(), database.schedules());
  }

  private long id() {
    return Long.parseLong(database.value("SELECT id FROM scheduler.job"));
  }

  private String status(String column) {
    return database.value(
        "SELECT %s FROM scheduler.worker_queue_status WHERE name = 'a'".formatted(column));
  }
}
