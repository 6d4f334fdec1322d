package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.ClaimCursor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of batches that overlap; what a batch is does not matter to it. */
@Timeout(30)
class PipelineTest {

  private static final int FULL = 10;
  private static final BatchQuota SHARE = new BatchQuota(Map.of("queue", FULL), ClaimCursor.NONE);

  private final ExecutorService executor = Executors.newFixedThreadPool(Pipeline.THREADS);
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<BatchQuota> shares = new CopyOnWriteArrayList<>();

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
    assertThat(
            run(() -> SHARE, (number, overlap) -> claim(overlap, FULL), Deadline.in(Duration.ZERO)))
        .isEqualTo(FULL);
  }

  @Test
  void each_batch_takes_what_is_due_then() {
    BatchQuota withNews =
        new BatchQuota(Map.of("queue", FULL, "due meanwhile", FULL), ClaimCursor.NONE);
    run(
        () -> withNews,
        (number, overlap) -> claim(overlap, number == 1 ? FULL : 0),
        Deadline.in(Duration.ofMinutes(1)));
    assertThat(shares).containsExactly(SHARE, withNews);
  }

  @Test
  void nothing_more_to_take_ends_it() {
    int taken =
        run(
            () -> BatchQuota.NOTHING,
            (number, overlap) -> claim(overlap, FULL),
            Deadline.in(Duration.ofMinutes(1)));
    assertThat(taken).isEqualTo(FULL);
  }

  @Test
  void after_a_look_that_fails_nothing_is_under_way_any_more() {
    CountDownLatch looked = new CountDownLatch(1);
    Thread dispatcher = Thread.currentThread();
    assertThatThrownBy(
            () ->
                run(
                    () -> {
                      looked.countDown();
                      throw new IllegalStateException("no connection");
                    },
                    (number, overlap) -> {
                      claim(overlap, FULL);
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

  private int run(PipelinedBatch batch) {
    return run(() -> SHARE, batch, Deadline.in(Duration.ofMinutes(1)));
  }

  private int run(Supplier<BatchQuota> next, PipelinedBatch batch, Deadline deadline) {
    AtomicInteger number = new AtomicInteger();
    return new Pipeline(executor)
        .run(
            SHARE,
            (quota, claim) -> next.get(),
            (quota, overlap) -> {
              try {
                shares.add(quota);
                return batch.run(number.incrementAndGet(), overlap);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            deadline);
  }

  private static int claim(JobDispatch.Overlap overlap, int rows) {
    overlap.claimed(new Claim(Map.of("queue", rows), List.of(), ClaimCursor.NONE));
    return rows;
  }

  private interface PipelinedBatch {
    int run(int number, JobDispatch.Overlap overlap) throws InterruptedException;
  }
}
