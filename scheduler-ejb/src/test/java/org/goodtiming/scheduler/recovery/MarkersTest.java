package org.goodtiming.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.goodtiming.scheduler.recovery.Markers.Evidence;
import org.junit.jupiter.api.Test;

class MarkersTest {

  private static final long WRAP = 1L << 32;

  @Test
  void its_own_marker_is_the_proof() {
    assertThat(markers(7, 8, 9).of(8)).isEqualTo(Evidence.COMMITTED);
    assertThat(markers(WRAP + 8).of(8)).isEqualTo(Evidence.COMMITTED);
  }

  @Test
  void an_empty_slot_or_an_older_marker_in_it_is_proof_of_the_contrary() {
    assertThat(markers().of(1000)).isEqualTo(Evidence.NOT_COMMITTED);
    assertThat(markers(1000 - 256, 999, 1001).of(1000)).isEqualTo(Evidence.NOT_COMMITTED);
    assertThat(markers(WRAP - 256).of(0)).isEqualTo(Evidence.NOT_COMMITTED);
  }

  @Test
  void a_later_marker_in_its_slot_tells_nothing() {
    assertThat(markers(1000 + 256).of(1000)).isEqualTo(Evidence.DISPLACED);
    assertThat(markers(WRAP).of(WRAP - 256)).isEqualTo(Evidence.DISPLACED);
  }

  private static Markers markers(long... transactions) {
    return new Markers(Arrays.stream(transactions).boxed().toList());
  }
}
