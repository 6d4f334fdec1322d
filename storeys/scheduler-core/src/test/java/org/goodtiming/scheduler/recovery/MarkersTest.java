package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkersTest {

  private static final long WRAP = 1L << 32;

  @Test
  void its_own_marker_is_the_proof() {
    assertThat(new Markers(Map.of(0, 7L, 1, 8L)).prove(8)).isTrue();
    assertThat(new Markers(Map.of(0, WRAP + 8)).prove(8)).isTrue();
    assertThat(new Markers(Map.of(0, WRAP * 2 - 1)).prove(WRAP - 1)).isTrue();
  }

  @Test
  void that_there_is_none_is_proof_of_the_contrary() {
    assertThat(new Markers(Map.of()).prove(1000)).isFalse();
    assertThat(new Markers(Map.of(232, 1000L - 256, 0, 1001L)).prove(1000)).isFalse();
  }

  @Test
  void a_slot_is_known_by_its_name_whatever_its_node_is_called() {
    assertThat(Markers.slotNumber(Markers.slotName("node-1", 255))).isEqualTo(255);
    assertThat(Markers.slotNumber(Markers.slotName("a~7", 0))).isZero();
  }
}
