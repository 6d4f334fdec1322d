package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTest {

  @Test
  void a_hundredth_picks_every_hundredth() {
    assertThat(IntStream.rangeClosed(1, 300).filter(new Share(0.01)::picks))
        .containsExactly(100, 200, 300);
  }

  @Test
  void all_picks_all_and_nothing_picks_none() {
    assertThat(IntStream.rangeClosed(1, 5).filter(new Share(1)::picks)).hasSize(5);
    assertThat(IntStream.rangeClosed(1, 5).filter(new Share(0)::picks)).isEmpty();
  }

  @Test
  void an_invalid_share_is_refused() {
    assertThatThrownBy(() -> new Share(1.5)).hasMessage("A share must be from 0 to 1, not 1.5");
    assertThatThrownBy(() -> new Share(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }
}
