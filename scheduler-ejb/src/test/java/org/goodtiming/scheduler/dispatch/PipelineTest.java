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
import org.goodtiming.scheduler.job.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of batches that overlap; what a batch is does not matter to it. */
@Timeout(30)
class PipelineTest {

  private static final int FULL = 10;
  private static final Share SHARE = new Share(Map.of("queue", FULL), Progress.NONE);

  private final ExecutorService executor = Executors.newFixedThreadPool(Pipeline.THREADS);
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<Share> shares = new CopyOnWriteArrayList<>();

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
    assertThat(run(() -> SHARE, (number, overlap) -> claim(overlap, FULL), Beat.of(Duration.ZERO)))
        .isEqualTo(FULL);
  }

  @Test
  void each_batch_takes_what_is_due_then() {
    Share withNews = new Share(Map.of("queue", FULL, "due meanwhile", FULL), Progress.NONE);
    run(
        () -> withNews,
        (number, overlap) -> claim(overlap, number == 1 ? FULL : 0),
        Beat.of(Duration.ofMinutes(1)));
    assertThat(shares).containsExactly(SHARE, withNews);
  }

  @Test
  void nothing_more_to_take_ends_it() {
    int taken =
        run(
            () -> Share.NOTHING,
            (number, overlap) -> claim(overlap, FULL),
            Beat.of(Duration.ofMinutes(1)));
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
                    Beat.of(Duration.ofMinutes(1))))
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

  private int run(Batch batch) {
    return run(() -> SHARE, batch, Beat.of(Duration.ofMinutes(1)));
  }

  private int run(Supplier<Share> next, Batch batch, Beat beat) {
    AtomicInteger number = new AtomicInteger();
    return new Pipeline(executor)
        .run(
            SHARE,
            (share, claim) -> next.get(),
            (share, overlap) -> {
              try {
                shares.add(share);
                return batch.run(number.incrementAndGet(), overlap);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            beat);
  }

  private static int claim(HandOff.Overlap overlap, int rows) {
    overlap.claimed(new Claim(Map.of("queue", rows), List.of(), Progress.NONE));
    return rows;
  }

  private interface Batch {
    int run(int number, HandOff.Overlap overlap) throws InterruptedException;
  }
}
