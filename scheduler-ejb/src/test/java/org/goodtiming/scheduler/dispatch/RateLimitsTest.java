package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueQueues;
import org.goodtiming.scheduler.job.claim.DueQueues.Next;
import org.goodtiming.scheduler.lease.Lease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Lease LEASE = new Lease("default", "node-1", 7);

  private Duration elapsed = Duration.ofDays(3);
  private final Claims claims = new Claims();
  private final RateLimits limits = new RateLimits(claims, () -> elapsed.toNanos());

  @Test
  void a_queue_begins_with_one_job_and_then_waits() {
    assertThat(poll(600)).isEqualTo(new Next("q", NOON, 0, 600, 1));
    dispatch(1);
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(100));
    pass(Duration.ofMillis(60));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(40));
    pass(Duration.ofMillis(40));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON);
  }

  @Test
  void a_queue_that_had_nothing_to_do_has_saved_one_job_and_those_of_one_second() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    dispatch(7);
    assertThat(poll(600)).isEqualTo(new Next("q", NOON, 0, 600, 4));
  }

  @Test
  void a_limit_below_one_job_a_second_is_kept_too() {
    assertThat(poll(2).most()).isEqualTo(1);
    dispatch(1);
    assertThat(poll(2).claimableAt()).isEqualTo(NOON.plusSeconds(30));
    pass(Duration.ofSeconds(29));
    assertThat(poll(2).claimableAt()).isEqualTo(NOON.plusSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 59, 60, 61, 600, 6_000, 1_000_000})
  void no_minute_has_more_jobs_than_the_limit_one_and_those_of_one_second(int limit) {
    Duration step = Duration.ofMillis(37);
    int minutes = 10;
    int total = 0;
    for (int minute = 0; minute < minutes; minute++) {
      int inMinute = 0;
      for (Duration at = Duration.ZERO; at.toMinutes() < 1; at = at.plus(step)) {
        pass(step);
        Next next = poll(limit);
        if (next.claimableAt().equals(NOON)) {
          dispatch(next.most());
          inMinute += next.most();
        }
      }
      assertThat(inMinute).isLessThanOrEqualTo(limit + 1 + limit / 60);
      total += inMinute;
    }
    assertThat(total)
        .isBetween((int) (0.99 * limit * minutes) - 1, (int) (1.01 * limit * minutes) + 2);
  }

  @Test
  void a_queue_that_waits_for_tokens_gets_ten_batches_a_second_at_most() {
    dispatch(poll(60_000).most());
    pass(Duration.ofMillis(99));
    assertThat(poll(60_000).claimableAt()).isEqualTo(NOON.plusMillis(1));
    pass(Duration.ofMillis(1));
    assertThat(poll(60_000)).isEqualTo(new Next("q", NOON, 0, 60_000, 100));
  }

  @Test
  void queues_that_wait_are_served_together() {
    dispatch(poll(600).most());
    pass(Duration.ofMillis(30));
    Next other = limit(new Next("other", NOON, 0, 601, Integer.MAX_VALUE));
    reserveAndDispatch("other", other.most(), other.most());
    assertThat(limit(new Next("other", NOON, 0, 601, Integer.MAX_VALUE)).claimableAt())
        .isEqualTo(NOON.plusMillis(170));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(70));
  }

  @Test
  void what_a_transaction_does_not_dispatch_is_given_back() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    reserveAndDispatch("q", 11, 2);
    assertThat(poll(600).most()).isEqualTo(9);
    claims.failure = new IllegalStateException("did not commit");
    assertThatThrownBy(() -> dispatch(9)).isSameAs(claims.failure);
    assertThat(poll(600).most()).isEqualTo(9);
  }

  @Test
  void while_a_transaction_runs_the_next_one_may_claim_only_what_it_leaves() {
    poll(600);
    pass(Duration.ofHours(1));
    poll(600);
    claims.meanwhile = () -> assertThat(poll(600).most()).isEqualTo(4);
    reserveAndDispatch("q", 7, 0);
    assertThat(poll(600).most()).isEqualTo(11);
  }

  @Test
  void a_job_that_is_dispatched_alone_counts() {
    poll(600);
    pass(Duration.ofHours(1));
    poll(600);
    claims.jobs = 1;
    limits.one(LEASE, 4711);
    assertThat(poll(600).most()).isEqualTo(10);
  }

  @Test
  void a_leader_begins_anew() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    Next next = new Next("q", NOON, 0, 600, Integer.MAX_VALUE);
    Lease again = new Lease("default", "node-1", 9);
    assertThat(limits.limit(again, new DueQueues(NOON, List.of(next))).queues())
        .containsExactly(new Next("q", NOON, 0, 600, 1));
  }

  @Test
  void a_changed_limit_holds_at_once_and_none_is_none() {
    poll(60_000);
    pass(Duration.ofSeconds(1));
    assertThat(poll(60_000).most()).isEqualTo(1001);
    assertThat(poll(600).most()).isEqualTo(11);
    assertThat(poll(0)).isEqualTo(new Next("q", NOON, 0));
  }

  @Test
  void a_limit_does_not_make_a_job_claimable_earlier() {
    assertThat(limit(new Next("q", NOON.plusSeconds(5), 0, 600, 9)).claimableAt())
        .isEqualTo(NOON.plusSeconds(5));
  }

  private Next poll(int limit) {
    return limit(new Next("q", NOON, 0, limit, Integer.MAX_VALUE));
  }

  private Next limit(Next next) {
    return limits.limit(LEASE, new DueQueues(NOON, List.of(next))).queues().get(0);
  }

  private void dispatch(int jobs) {
    reserveAndDispatch("q", jobs, jobs);
  }

  private void reserveAndDispatch(String queue, int reserved, int dispatched) {
    claims.jobs = dispatched;
    claims.queue = queue;
    limits.batch(LEASE, new Batch(new BatchQuota(Map.of(queue, reserved), ClaimCursor.NONE)));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
  }

  private static ClaimedJob job(String queue) {
    NewJob job = Jobs.job(queue, "1").build();
    return new ClaimedJob(
        job.key(),
        UUID.randomUUID(),
        NOON,
        NOON,
        false,
        1,
        NOON,
        null,
        null,
        null,
        null,
        job.envelope());
  }

  /** Dispatches as many jobs as a test says. */
  private static final class Claims implements JobDispatch {

    private String queue = "q";
    private int jobs;
    private Runnable meanwhile = () -> {};
    private RuntimeException failure;

    @Override
    public Claim batch(Lease lease, Batch batch) {
      meanwhile.run();
      if (failure != null) {
        throw failure;
      }
      return new Claim(Map.of(), Collections.nCopies(jobs, job(queue)), ClaimCursor.NONE);
    }

    @Override
    public Claim one(Lease lease, long id) {
      return batch(lease, new Batch(BatchQuota.NOTHING));
    }

    @Override
    public void queueFailed(String name, Duration rest, List<Failure> tried) {}

    @Override
    public void queueRecovered(String name) {}

    @Override
    public int jobsFailed(String name, List<Failure> failures) {
      return 0;
    }
  }
}
