package org.goodtiming.scheduler.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PatienceTest {

  private Instant now = Instant.EPOCH;
  private final Patience patience = new Patience(Duration.ofSeconds(10), () -> now);

  @Test
  void it_is_over_when_nothing_has_moved_for_longer_than_the_limit() {
    assertThat(patience.isOverAt(after(1))).isFalse();
    pass(10);
    assertThat(patience.isOverAt(after(1))).isFalse();
    pass(1);
    assertThat(patience.isOverAt(after(1))).isTrue();
  }

  @Test
  void every_move_begins_it_anew() {
    patience.isOverAt(after(1));
    pass(10);
    assertThat(patience.isOverAt(after(2))).isFalse();
    pass(10);
    assertThat(patience.isOverAt(after(2))).isFalse();
  }

  private static Progress after(int placed) {
    return new Progress(placed, 0, 0, 0, 0);
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
  }
}
