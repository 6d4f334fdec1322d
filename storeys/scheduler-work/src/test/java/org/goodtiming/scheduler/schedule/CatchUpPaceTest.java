package org.goodtiming.scheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class CatchUpPaceTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  private final CatchUpPace pace = CatchUpPace.perSecond(4);

  @Test
  void turns_of_a_queue_have_the_same_distance() {
    assertThat(pace.turn("a", NOW)).isEqualTo(NOW);
    assertThat(pace.turn("a", NOW)).isEqualTo(NOW.plusMillis(250));
    assertThat(pace.turn("a", NOW.plusMillis(10))).isEqualTo(NOW.plusMillis(500));
  }

  @Test
  void queues_have_turns_of_their_own() {
    pace.turn("a", NOW);
    assertThat(pace.turn("b", NOW)).isEqualTo(NOW);
  }

  @Test
  void turns_that_nobody_took_are_not_made_up_for() {
    pace.turn("a", NOW);
    assertThat(pace.turn("a", NOW.plusSeconds(60))).isEqualTo(NOW.plusSeconds(60));
    assertThat(pace.turn("a", NOW.plusSeconds(60))).isEqualTo(NOW.plusMillis(60_250));
  }

  @Test
  void without_a_limit_it_is_always_ones_turn() {
    CatchUpPace unlimited = CatchUpPace.unlimited();
    unlimited.turn("a", NOW);
    assertThat(unlimited.turn("a", NOW)).isEqualTo(NOW);
  }
}
