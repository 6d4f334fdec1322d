package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarkerSlotsTest {

  private static final long WRAP = 1L << 32;
  private static final Set<Integer> NONE_PREPARED = Set.of();

  private final MarkerSlots slots = new MarkerSlots(new Markers(Map.of()));

  @Test
  void the_one_that_is_free_for_the_longest_time_is_taken() {
    slots.giveBack(slots.take(NONE_PREPARED), 1000);
    for (int other = 1; other < Markers.SLOTS; other++) {
      assertThat(slots.take(NONE_PREPARED)).isEqualTo(other);
    }
    assertThat(slots.take(NONE_PREPARED)).isZero();
  }

  @Test
  void none_is_taken_whose_transaction_is_at_work() {
    for (int all = 0; all < Markers.SLOTS; all++) {
      slots.take(NONE_PREPARED);
    }
    assertThatThrownBy(() -> slots.take(NONE_PREPARED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("SCHED-0605");
  }

  @Test
  void none_is_taken_whose_transaction_is_in_doubt() {
    int inDoubt = slots.take(NONE_PREPARED);
    slots.giveBack(inDoubt, WRAP + 1000);
    for (long other = 0; other < 3L * Markers.SLOTS; other++) {
      int slot = slots.take(Set.of(1000));
      assertThat(slot).isNotEqualTo(inDoubt);
      slots.giveBack(slot, 2000 + other);
    }
    assertThat(slots.take(NONE_PREPARED)).isEqualTo(inDoubt);
  }

  @Test
  void a_transaction_in_doubt_of_an_earlier_run_keeps_its_slot() {
    var after = new MarkerSlots(new Markers(Map.of(0, 1000L, 1, 1001L)));
    assertThat(after.take(Set.of(1000))).isEqualTo(1);
  }
}
