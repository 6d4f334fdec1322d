package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AheadTest {

  private static final Instant DUE = Instant.parse("2026-12-01T12:00:00Z");

  private final AtomicLong nanoTime = new AtomicLong();
  private final Ahead ahead =
      new Ahead(Duration.ofMillis(500), Duration.ofSeconds(5), nanoTime::get);

  @Test
  void nothing_goes_ahead_before_the_clocks_were_compared() {
    assertThat(ahead.toClaim()).isZero();
    assertThat(ahead.toLook()).isZero();
    assertThatThrownBy(() -> ahead.deliveryTime(DUE)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_claim_reaches_further_than_a_look() {
    ahead.measured(Duration.ZERO, Duration.ZERO);
    assertThat(ahead.toClaim()).isEqualTo(Duration.ofMillis(500));
    assertThat(ahead.toLook()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void what_was_measured_long_ago_does_not_count() {
    ahead.measured(Duration.ZERO, Duration.ZERO);
    nanoTime.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(ahead.toClaim()).isZero();
  }

  @Test
  void a_failed_measurement_ends_it_at_once() {
    ahead.measured(Duration.ZERO, Duration.ZERO);
    ahead.unknown();
    assertThat(ahead.toClaim()).isZero();
  }

  @Test
  void the_broker_is_told_by_its_own_clock_and_rather_too_late_than_too_early() {
    ahead.measured(Duration.ofSeconds(10), Duration.ZERO);
    assertThat(delivery()).isEqualTo(DUE.plusSeconds(10).plusMillis(1));
    ahead.measured(Duration.ofSeconds(-10), Duration.ZERO);
    assertThat(delivery()).isEqualTo(DUE.minusSeconds(10).plusMillis(1));
  }

  @Test
  void clocks_may_have_drifted_apart_since_they_were_compared() {
    ahead.measured(Duration.ZERO, Duration.ofSeconds(1));
    nanoTime.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(delivery()).isEqualTo(DUE.plusMillis(5));
  }

  private Instant delivery() {
    return Instant.ofEpochMilli(ahead.deliveryTime(DUE));
  }
}
