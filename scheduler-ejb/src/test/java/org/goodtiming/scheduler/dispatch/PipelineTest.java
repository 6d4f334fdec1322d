package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.goodtiming.scheduler.lease.Lease;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of batches that overlap; what a batch is does not matter to it. */
@Timeout(30)
class PipelineTest {

  private static final int FULL = 10;
  private static final Lease LEASE = new Lease("default", "node-1", 1);

  private final ExecutorService executor = Executors.newFixedThreadPool(Pipeline.THREADS);
  private final List<String> events = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void a_batch_that_is_not_full_is_the_last() {
    assertThat(run((number, overlap) -> claim(overlap, FULL - 1))).isEqualTo(FULL - 1);
  }

  @Test
  void the_next_is_claimed_before_the_first_commits_and_commits_after_it() {
    CountDownLatch secondHasClaimed = new CountDownLatch(1);
    int taken =
        run(
            (number, overlap) -> {
              if (number == 1) {
                int rows = claim(overlap, FULL);
                secondHasClaimed.await();
                events.add("1 commits");
                return rows;
              }
              int rows = claim(overlap, 3);
              secondHasClaimed.countDown();
              overlap.awaitTurn();
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
                    (number, overlap) -> {
                      if (number == 1) {
                        claim(overlap, FULL);
                        secondHasClaimed.await();
                        throw new IllegalStateException("refused");
                      }
                      int rows = claim(overlap, FULL);
                      secondHasClaimed.countDown();
                      overlap.awaitTurn();
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
                    (number, overlap) -> {
                      throw new IllegalStateException("no connection");
                    }))
        .hasRootCauseMessage("no connection");
  }

  @Test
  void the_beat_ends_it_however_much_is_left() {
    Pipeline pipeline = new Pipeline(batches((number, overlap) -> claim(overlap, FULL)), executor);
    assertThat(pipeline.run(LEASE, List.of("queue"), FULL, Beat.of(Duration.ZERO))).isEqualTo(FULL);
  }

  private int run(Batch batch) {
    return new Pipeline(batches(batch), executor)
        .run(LEASE, List.of("queue"), FULL, Beat.of(Duration.ofMinutes(1)));
  }

  private static int claim(HandOff.Overlap overlap, int rows) {
    overlap.claimed(rows);
    return rows;
  }

  private interface Batch {
    int run(int number, HandOff.Overlap overlap) throws InterruptedException;
  }

  private static HandOff batches(Batch batch) {
    AtomicInteger number = new AtomicInteger();
    return new HandOff() {
      @Override
      public int batch(Lease lease, List<String> queues, int perQueue, Overlap overlap) {
        try {
          return batch.run(number.incrementAndGet(), overlap);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public int one(Lease lease, long id) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void queueFailed(String queue, int failures, List<Failure> tried) {}

      @Override
      public void queueRecovered(String queue) {}

      @Override
      public void jobsFailed(List<Failure> failures) {}
    };
  }
}
