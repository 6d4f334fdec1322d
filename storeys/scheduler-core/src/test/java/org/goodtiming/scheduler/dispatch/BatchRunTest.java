package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.lease.Lease;
import org.goodtiming.scheduler.lease.Term;
import org.goodtiming.scheduler.policy.DueQueues;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of batches that overlap; what a batch does in its transaction does not matter to it.
 */
@Timeout(30)
class BatchRunTest {

  private static final int FULL = 10;
  private static final BatchQuota FIRST = new BatchQuota(Map.of("queue", FULL), ClaimCursor.NONE);

  private final ExecutorService executor = Executors.newFixedThreadPool(BatchRun.THREADS);
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<BatchQuota> quotas = new CopyOnWriteArrayList<>();
  private boolean termLasts = true;

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void a_batch_that_is_not_full_is_the_last() {
    assertThat(run((number, batch) -> claim(batch, FULL - 1))).isEqualTo(FULL - 1);
  }

  @Test
  void the_next_is_claimed_before_the_first_commits_and_commits_after_it() {
    CountDownLatch secondHasClaimed = new CountDownLatch(1);
    int taken =
        run(
            (number, batch) -> {
              if (number == 1) {
                int rows = claim(batch, FULL);
                secondHasClaimed.await();
                events.add("1 commits");
                return rows;
              }
              int rows = claim(batch, 3);
              secondHasClaimed.countDown();
              batch.awaitTurn();
              events.add("2 commits");
              return rows;
            });
    assertThat(taken).isEqualTo(FULL + 3);
    assertThat(events).containsExactly("1 commits", "2 commits");
  }

  @Test
  void after_a_failure_nothing_is_under_way_any_more() {
    CountDownLatch secondHasClaimed = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                run(
                    (number, batch) -> {
                      if (number == 1) {
                        claim(batch, FULL);
                        secondHasClaimed.await();
                        throw new IllegalStateException("refused");
                      }
                      int rows = claim(batch, FULL);
                      secondHasClaimed.countDown();
                      batch.awaitTurn();
                      events.add("2 ended");
                      return rows;
                    }))
        .hasRootCauseMessage("refused");
    assertThat(events).containsExactly("2 ended");
  }

  @Test
  void a_claim_that_fails_is_not_waited_for() {
    assertThatThrownBy(
            () ->
                run(
                    (number, batch) -> {
                      throw new IllegalStateException("no connection");
                    }))
        .hasRootCauseMessage("no connection");
  }

  @Test
  void the_beat_ends_it_however_much_is_left() {
    assertThat(
            run(
                () -> due("queue"),
                (number, batch) -> claim(batch, FULL),
                Deadline.in(Duration.ZERO)))
        .isEqualTo(FULL);
  }

  @Test
  void each_batch_takes_what_is_due_then() {
    run(
        () -> due("queue", "due meanwhile"),
        (number, batch) -> claim(batch, number == 1 ? FULL : 0),
        Deadline.in(Duration.ofMinutes(1)));
    assertThat(quotas)
        .extracting(BatchQuota::limits)
        .containsExactly(FIRST.limits(), Map.of("queue", 9, "due meanwhile", 1));
  }

  @Test
  void nothing_more_to_take_ends_it() {
    int taken =
        run(() -> due(), (number, batch) -> claim(batch, FULL), Deadline.in(Duration.ofMinutes(1)));
    assertThat(taken).isEqualTo(FULL);
  }

  @Test
  void a_failing_queue_that_is_to_be_probed_ends_it() {
    DueQueues.Next failing = new DueQueues.Next("failing", Instant.EPOCH, 1);
    run(
        () -> new DueQueues(Instant.EPOCH, List.of(failing)),
        (number, batch) -> claim(batch, FULL),
        Deadline.in(Duration.ofMinutes(1)));
    assertThat(quotas).hasSize(1);
  }

  @Test
  void the_end_of_the_term_ends_it() {
    termLasts = false;
    run((number, batch) -> claim(batch, FULL));
    assertThat(quotas).hasSize(1);
  }

  @Test
  void after_a_check_that_fails_nothing_is_under_way_any_more() {
    CountDownLatch looked = new CountDownLatch(1);
    Thread dispatcher = Thread.currentThread();
    assertThatThrownBy(
            () ->
                run(
                    () -> {
                      looked.countDown();
                      throw new IllegalStateException("no connection");
                    },
                    (number, batch) -> {
                      claim(batch, FULL);
                      looked.await();
                      awaitThatItWaits(dispatcher);
                      events.add("ended");
                      return FULL;
                    },
                    Deadline.in(Duration.ofMinutes(1))))
        .hasMessage("no connection");
    assertThat(events).containsExactly("ended");
  }

  private static void awaitThatItWaits(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.WAITING) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }

  private static DueQueues due(String... queues) {
    return new DueQueues(
        Instant.EPOCH,
        Stream.of(queues).map(queue -> new DueQueues.Next(queue, Instant.EPOCH, 0)).toList());
  }

  private int run(Transaction transaction) {
    return run(() -> due("queue"), transaction, Deadline.in(Duration.ofMinutes(1)));
  }

  private int run(Supplier<DueQueues> due, Transaction transaction, Deadline deadline) {
    return new BatchRun(
            new TermOf(), cursor -> due.get(), new DispatchOf(transaction), executor, FULL)
        .run(FIRST, deadline);
  }

  private static int claim(Batch batch, int rows) {
    batch.claimed(claimOf(rows));
    return rows;
  }

  private static Claim claimOf(int rows) {
    return new Claim(Map.of("queue", rows), List.of(), ClaimCursor.NONE);
  }

  private interface Transaction {
    int run(int number, Batch batch) throws InterruptedException;
  }

  private final class TermOf implements Term {

    @Override
    public Lease lease() {
      return new Lease("default", "node-1", 1);
    }

    @Override
    public boolean renew() {
      return termLasts;
    }

    @Override
    public boolean lasts() {
      return termLasts;
    }

    @Override
    public boolean leadsFirstPartition() {
      return true;
    }

    @Override
    public boolean isAlone() {
      return true;
    }

    @Override
    public Optional<Lease> successor() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  private final class DispatchOf implements JobDispatch {

    private final Transaction transaction;
    private final AtomicInteger number = new AtomicInteger();

    DispatchOf(Transaction transaction) {
      this.transaction = transaction;
    }

    @Override
    public Claim batch(Lease lease, Batch batch) {
      quotas.add(batch.quota());
      try {
        return claimOf(transaction.run(number.incrementAndGet(), batch));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Claim one(Lease lease, long id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void queueFailed(String queue, Duration rest, List<Failure> tried) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void queueRecovered(String queue) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Quarantined jobsFailed(String queue, List<Failure> failures) {
      throw new UnsupportedOperationException();
    }
  }
}
