package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.pause.EndedPauses;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges.Pause;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worker queues that are paused until a time. */
class PausedQueuesIT {

  private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final WorkerQueueChanges changes =
      new WorkerQueueChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());

  @BeforeEach
  void oneDueJob() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").dueAt("2020-01-01T00:00:00Z").build()));
  }

  @Test
  void the_next_job_of_a_queue_that_is_paused_until_a_time_is_claimable_then() {
    assertThat(changes.pause("ops", "a", FAR)).isEqualTo(Pause.PAUSED);
    assertThat(poll(Duration.ZERO).queues()).extracting(Next::claimableAt).containsExactly(FAR);
    assertThat(status("paused")).isEqualTo("t");
    assertThat(status("state")).isEqualTo("paused");
    assertThat(status("extract(epoch FROM paused_until)::bigint"))
        .isEqualTo(Long.toString(FAR.getEpochSecond()));
  }

  @Test
  void the_lead_time_of_early_dispatch_does_not_shorten_a_pause() {
    changes.pause("ops", "a", database.now().plus(Duration.ofMinutes(1)));
    assertThat(poll(Duration.ofMinutes(5)).nothingDue()).isTrue();
  }

  @Test
  void a_pause_without_an_end_replaces_the_end_of_the_pause_before() {
    changes.pause("ops", "a", FAR);
    changes.pause("ops", "a", null);
    assertThat(poll(Duration.ZERO).queues()).isEmpty();
    assertThat(status("paused_until IS NULL")).isEqualTo("t");
  }

  @Test
  void a_pause_that_would_be_over_already_changes_nothing() {
    assertThat(changes.pause("ops", "a", Instant.EPOCH)).isEqualTo(Pause.UNTIL_HAS_PASSED);
    assertThat(status("paused")).isEqualTo("f");
    assertThat(database.value("SELECT count(*) FROM scheduler.audit")).isEqualTo("0");
  }

  @Test
  void dispatch_goes_on_at_the_end_of_a_pause() {
    endPause();
    assertThat(poll(Duration.ZERO).healthyDue()).containsExactly("a");
    assertThat(status("paused")).isEqualTo("f");
    assertThat(status("paused_until IS NULL")).isEqualTo("t");
    assertThat(status("state")).isNotEqualTo("paused");
  }

  @Test
  void the_end_of_a_pause_is_in_the_audit_with_its_time() {
    endPause();
    changes.pause("ops", "b", FAR);

    new EndedPauses(database.xa(), "node-1").run();

    assertThat(
            database.value("SELECT string_agg(name, ',') FROM scheduler.worker_queue WHERE paused"))
        .isEqualTo("b");
    assertThat(
            database.value(
                """
                SELECT concat_ws(' ', changed_by, action, subject, changed_at = (before ->> 'pausedUntil')::timestamptz)
                  FROM scheduler.audit WHERE node = 'node-1' AND action LIKE 'resume%'
                """))
        .isEqualTo("scheduler resume worker queue a t");
  }

  @Test
  void a_resume_by_hand_forgets_the_end_of_the_pause() {
    endPause();
    database.execute("UPDATE scheduler.worker_queue SET paused = false WHERE name = 'a'");
    database.execute("UPDATE scheduler.worker_queue SET paused = true WHERE name = 'a'");
    assertThat(poll(Duration.ZERO).queues()).isEmpty();
  }

  private void endPause() {
    changes.pause("ops", "a", FAR);
    database.execute(
        "UPDATE scheduler.worker_queue SET paused_until = clock_timestamp() WHERE name = 'a'");
  }

  private DueQueues poll(Duration ahead) {
    return due.poll("default", ClaimCursor.NONE, ahead);
  }

  private String status(String column) {
    return database.value(
        "SELECT %s FROM scheduler.worker_queue_status WHERE name = 'a'".formatted(column));
  }
}
