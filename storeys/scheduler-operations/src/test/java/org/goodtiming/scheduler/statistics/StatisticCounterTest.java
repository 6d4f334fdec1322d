package org.goodtiming.scheduler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.deadletter.DeadLetterKept;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsFailed;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.junit.jupiter.api.Test;

class StatisticCounterTest {

  private static final Instant MINUTE = Instant.parse("2026-01-01T10:00:00Z");

  private long nanoTime = 77;
  private final StatisticCounter counter = new StatisticCounter(() -> nanoTime);

  @Test
  void each_event_counts_for_its_queue() {
    counter.on(new RegistrationsStored("a", "accepted", 3));
    counter.on(new RegistrationsStored("a", "replaced", 2));
    counter.on(new RegistrationsStored("a", "cancelled", 9));
    counter.on(new JobsDispatched("a", 7, new long[] {500, 500, 1_500}));
    counter.on(new JobsFailed("a", 5, 2, 1, 5, "full"));
    counter.on(new DeadLetterKept("a", "execution", true));
    counter.on(new DeadLetterKept("a", "execution", false));
    counter.on(new RunsEnded("b", 2, 1, new long[] {1_000_000}));

    Map<MinuteOfQueue, Counts> taken = counter.take(MINUTE);

    assertThat(taken).hasSize(2);
    Counts a = taken.get(new MinuteOfQueue(MINUTE, "a"));
    assertThat(a.get(Count.REGISTERED)).isEqualTo(5);
    assertThat(a.get(Count.DISPATCHED)).isEqualTo(3);
    assertThat(a.get(Count.QUARANTINED)).isEqualTo(4);
    assertThat(a.get(Count.FAILED)).isEqualTo(2);
    assertThat(a.lateness().buckets()).containsExactly(2, 1);
    Counts b = taken.get(new MinuteOfQueue(MINUTE, "b"));
    assertThat(b.get(Count.FINISHED)).isEqualTo(2);
    assertThat(b.get(Count.FAILED)).isEqualTo(1);
    assertThat(b.duration().buckets()).hasSize(10);
  }

  @Test
  void a_name_from_a_message_that_no_queue_has_counts_as_other() {
    counter.on(new DeadLetterKept("a name from a message", "registration", false));
    counter.on(new DeadLetterKept(null, "execution", false));
    assertThat(counter.take(MINUTE)).containsOnlyKeys(new MinuteOfQueue(MINUTE, "other"));
  }

  @Test
  void between_two_comparisons_the_monotonic_clock_gives_the_minute() {
    counter.take(MINUTE.plusSeconds(58));
    dispatch();
    pass(Duration.ofSeconds(1));
    dispatch();
    pass(Duration.ofSeconds(1));
    dispatch();

    Map<MinuteOfQueue, Counts> taken = counter.take(MINUTE.plusSeconds(63));

    assertThat(taken).hasSize(2);
    assertThat(dispatched(taken, MINUTE)).isEqualTo(2);
    assertThat(dispatched(taken, MINUTE.plusSeconds(60))).isEqualTo(1);
  }

  @Test
  void dispatches_before_the_first_comparison_count_in_their_minute() {
    dispatch();
    assertThat(dispatched(counter.take(MINUTE.plusSeconds(3)), MINUTE)).isEqualTo(1);
  }

  @Test
  void taken_counts_are_not_taken_again_unless_they_are_given_back() {
    dispatch();
    Map<MinuteOfQueue, Counts> taken = counter.take(MINUTE);
    assertThat(counter.take(MINUTE)).isEmpty();

    dispatch();
    counter.giveBack(taken);

    assertThat(dispatched(counter.take(MINUTE), MINUTE)).isEqualTo(2);
  }

  @Test
  void a_long_outage_does_not_fill_the_memory() {
    counter.take(MINUTE);
    for (int i = 0; i < StatisticCounter.MAX_ROWS + 10; i++) {
      dispatch();
      pass(Duration.ofMinutes(1));
    }
    assertThat(counter.take(MINUTE)).hasSize(StatisticCounter.MAX_ROWS);
  }

  private void dispatch() {
    counter.on(new JobsDispatched("a", 0, new long[] {500}));
  }

  private void pass(Duration time) {
    nanoTime += time.toNanos();
  }

  private static long dispatched(Map<MinuteOfQueue, Counts> taken, Instant minute) {
    return taken.get(new MinuteOfQueue(minute, "a")).get(Count.DISPATCHED);
  }
}
