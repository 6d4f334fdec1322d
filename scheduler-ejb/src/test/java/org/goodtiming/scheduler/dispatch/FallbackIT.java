package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.UnsendableJobException;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.DueQueues;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that cannot be sent precede a job that can; claims are real, and nothing is sent. */
class FallbackIT {

  private static final Lease LEASE = new Lease("default", "node-1", 0);

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final List<String> blamed = new ArrayList<>();
  private final List<String> recovered = new ArrayList<>();
  private final Poll poll =
      new Poll(
          due,
          "default",
          new DispatchPolicies(new QueueDepths()),
          new EarlyDispatch(Duration.ZERO),
          event -> {});

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void an_unreadable_row_is_the_fault_of_its_job() {
    register("1");
    database.execute("UPDATE scheduler.job SET properties = '{\"x_a\": {}}'");
    assertThatThrownBy(
            () -> due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0))
        .isInstanceOf(UnsendableJobException.class)
        .hasMessageContaining("SCHED-0193 job a/1");
  }

  @Test
  void jobs_that_cannot_be_sent_are_to_blame_and_the_one_behind_them_is_sent() {
    List.of("bad-1", "bad-2", "bad-3", "good").forEach(this::register);
    int taken =
        fallback().narrow(LEASE, BatchQuota.first(poll.dueQueues(LEASE, ClaimCursor.NONE), 10));
    assertThat(taken).isEqualTo(1);
    assertThat(blamed).containsExactly("job bad-1", "job bad-2", "job bad-3");
    assertThat(waiting()).doesNotContain("good");
  }

  @Test
  void a_single_job_that_cannot_be_sent_does_not_stop_its_queue() {
    register("bad-1");
    fallback().narrow(LEASE, BatchQuota.first(poll.dueQueues(LEASE, ClaimCursor.NONE), 10));
    assertThat(blamed).containsExactly("job bad-1");
  }

  @Test
  void a_refused_job_is_to_blame_also_if_its_queue_may_get_only_one() {
    List.of("refused", "good", "better").forEach(this::register);
    int taken = fallback().narrow(LEASE, new BatchQuota(Map.of("a", 1), ClaimCursor.NONE));
    assertThat(taken).isEqualTo(1);
    assertThat(blamed).containsExactly("job refused");
    assertThat(waiting()).isEqualTo("refused better");
  }

  @Test
  void a_canary_does_not_show_that_its_queue_can_be_reached() {
    canary();
    List.of("refused", "refused 2", "refused 3").forEach(this::register);
    int taken = fallback().narrow(LEASE, new BatchQuota(Map.of("a", 10), ClaimCursor.NONE));
    assertThat(taken).isEqualTo(1);
    assertThat(blamed).containsExactly("queue a");

    canary();
    fallback().probe(LEASE, List.of(new DueQueues.Next("a", Instant.EPOCH, 1)));
    assertThat(waiting()).doesNotContain(Canary.NAME);
    assertThat(recovered).isEmpty();

    register("good");
    database.execute("DELETE FROM scheduler.job WHERE job_id LIKE 'refused%'");
    fallback().probe(LEASE, List.of(new DueQueues.Next("a", Instant.EPOCH, 1)));
    assertThat(recovered).containsExactly("a");
  }

  /** Due before all jobs. */
  private void canary() {
    jobs.register(List.of(Canary.of(job("a", Canary.NAME).build(), false)));
    database.execute(
        "UPDATE scheduler.job SET eligible_at = clock_timestamp() - interval 'PT1H' WHERE job_id = 'scheduler.canary'");
  }

  private void register(String jobId) {
    jobs.register(List.of(job("a", jobId).build()));
  }

  private String waiting() {
    return database.value("SELECT string_agg(job_id, ' ') FROM scheduler.job");
  }

  private Fallback fallback() {
    Duration second = Duration.ofSeconds(1);
    Backoff backoff = new Backoff(second, second);
    Duration budget = Duration.ofMinutes(1);
    DispatchConfig config =
        new DispatchConfig(
            true, Duration.ofMillis(100), 10, false, Duration.ZERO, budget, 5, backoff, backoff);
    return new Fallback(poll, new Failing(), config);
  }

  /** Cannot send jobs whose ids begin with "bad". */
  private final class Failing implements JobDispatch {

    @Override
    public Claim batch(Lease lease, Batch batch) {
      throw new IllegalStateException("rolled back");
    }

    @Override
    public Claim one(Lease lease, long id) {
      if (jobId(id).startsWith("bad")) {
        // As the container wraps it
        throw new IllegalStateException(
            new UnsendableJobException(new JobKey("a", jobId(id)), new ClassCastException("x_a")));
      }
      if (jobId(id).startsWith("refused")) {
        throw new IllegalStateException("the broker refused it");
      }
      return due.claimOne(id, lease.partition(), lease.epoch());
    }

    @Override
    public void queueFailed(String queue, Duration rest, List<Failure> tried) {
      blamed.add("queue " + queue);
    }

    @Override
    public void queueRecovered(String queue) {
      recovered.add(queue);
    }

    @Override
    public Quarantined jobsFailed(String queue, List<Failure> failures) {
      failures.forEach(failure -> blamed.add("job " + jobId(failure.id())));
      return Quarantined.NONE;
    }

    private String jobId(long id) {
      return database.value("SELECT job_id FROM scheduler.job WHERE id = " + id);
    }
  }
}
