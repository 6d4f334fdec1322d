package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DueSignalTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 1);
  private final DueSignal signal = new DueSignal(null, nanoTime::get);

  DueSignalTest() {
    signal.setAlone(true);
  }

  @Test
  void a_node_rests_when_nothing_has_changed_for_some_time() {
    assertThat(signal.rests()).isFalse();
    pass(Duration.ofSeconds(5));
    assertThat(signal.rests()).isTrue();

    signal.changedElsewhere();
    assertThat(signal.rests()).isFalse();
  }

  @Test
  void a_change_wakes_a_resting_dispatcher_and_the_tasks_once() {
    AtomicInteger woken = new AtomicInteger();
    signal.onWake(woken::incrementAndGet);
    pass(Duration.ofSeconds(5));
    CompletableFuture<Void> dispatcher = awaits(Duration.ZERO, LONG);

    await()
        .until(
            () -> {
              signal.changedElsewhere();
              pass(Duration.ofSeconds(5));
              return dispatcher.isDone();
            });

    woken.set(0);
    signal.changedElsewhere();
    signal.changedElsewhere();
    assertThat(woken).hasValue(1);
  }

  @Test
  void a_change_between_poll_and_wait_ends_the_rest() {
    pass(Duration.ofSeconds(5));
    signal.changedElsewhere();
    awaits(Duration.ZERO, LONG).join();
  }

  private CompletableFuture<Void> awaits(Duration atMost, Duration atRest) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            signal.await(Instant.EPOCH, atMost, atRest);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void pass(Duration time) {
    nanoTime.addAndGet(time.toNanos());
  }
}
