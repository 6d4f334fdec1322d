package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EarlyDispatchTest {

  private static final Instant DUE = Instant.parse("2026-12-01T12:00:00Z");

  private final AtomicLong nanoTime = new AtomicLong();
  private final EarlyDispatch earlyDispatch =
      new EarlyDispatch(Duration.ofMillis(500), nanoTime::get);

  @Test
  void nothing_goes_ahead_before_the_clocks_were_compared() {
    assertThat(earlyDispatch.toClaim()).isZero();
    assertThat(earlyDispatch.toPoll()).isZero();
    assertThatThrownBy(() -> earlyDispatch.deliveryTime(DUE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_claim_reaches_further_than_a_poll() {
    read(DUE, Duration.ZERO);
    assertThat(earlyDispatch.toClaim()).isEqualTo(Duration.ofMillis(500));
    assertThat(earlyDispatch.toPoll()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void an_old_reading_does_not_count() {
    read(DUE, Duration.ZERO);
    nanoTime.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(earlyDispatch.toClaim()).isZero();
  }

  @Test
  void a_failed_comparison_ends_it_at_once() {
    read(DUE, Duration.ZERO);
    earlyDispatch.unknown();
    assertThat(earlyDispatch.toClaim()).isZero();
  }

  @Test
  void while_it_rests_another_reading_does_not_bring_it_back() {
    earlyDispatch.rest(Duration.ofSeconds(2));
    nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    read(DUE, Duration.ZERO);
    assertThat(earlyDispatch.toClaim()).isZero();
    nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(earlyDispatch.toClaim()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void the_clocks_are_needed_while_a_job_is_due_soon() {
    assertThat(earlyDispatch.needsClocks()).isFalse();
    earlyDispatch.next(Duration.ofSeconds(3));
    assertThat(earlyDispatch.needsClocks()).isFalse();
    earlyDispatch.next(Duration.ofSeconds(2));
    assertThat(earlyDispatch.needsClocks()).isTrue();
    nanoTime.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(earlyDispatch.needsClocks()).isFalse();
  }

  @Test
  void the_broker_gets_the_time_by_its_own_clock_and_rather_too_late_than_too_early() {
    read(DUE.minusNanos(1), Duration.ofSeconds(10));
    assertThat(delivery()).isEqualTo(DUE.plusSeconds(10));
    read(DUE.minusMillis(1), Duration.ofSeconds(-10));
    assertThat(delivery()).isEqualTo(DUE.minusSeconds(10).plusMillis(1));
  }

  @Test
  void clocks_may_drift_apart_until_the_job_is_due() {
    read(DUE.minusSeconds(4), Duration.ZERO);
    assertThat(delivery()).isEqualTo(DUE.plusMillis(4));
  }

  @Test
  void of_the_readings_of_a_second_the_closest_counts() {
    read(DUE.minusMillis(900), Duration.ofMillis(3));
    assertThat(delivery()).isEqualTo(DUE.plusMillis(4));
    read(DUE.minusMillis(500), Duration.ofMillis(1));
    assertThat(delivery()).isEqualTo(DUE.plusMillis(2));
    read(DUE, Duration.ofMillis(3));
    assertThat(delivery()).isEqualTo(DUE.plusMillis(2));
    read(DUE.plusMillis(500), Duration.ofMillis(3));
    assertThat(delivery(DUE.plusMillis(500))).isEqualTo(DUE.plusMillis(503));
  }

  @Test
  void a_reading_that_the_database_made_before_its_clock_was_put_back_counts_no_more() {
    read(DUE, Duration.ofMillis(1));
    read(DUE.minusSeconds(60), Duration.ofMillis(60_001));
    assertThat(delivery(DUE.minusSeconds(60))).isEqualTo(DUE.plusMillis(1));
  }

  private void read(Instant database, Duration lead) {
    earlyDispatch.read(database, database.plus(lead));
  }

  private Instant delivery() {
    return delivery(DUE);
  }

  private Instant delivery(Instant due) {
    return Instant.ofEpochMilli(earlyDispatch.deliveryTime(due));
  }
}
