package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlacingTest {

  private final Placing placing =
      new Placing(
          new BulkOrder(
              "r",
              BulkOrder.Numbers.of("r", 3),
              1,
              new BulkOrder.Delays(Duration.ZERO, Duration.ZERO),
              new BulkOrder.Fates(new Share(0), new Share(0.5))));

  @Test
  void every_order_is_given_out_once() {
    assertThat(placing.take()).map(NewOrder::id).hasValue("r-1");
    assertThat(placing.take()).map(NewOrder::id).hasValue("r-2");
    assertThat(placing.take()).map(NewOrder::id).hasValue("r-3");
    assertThat(placing.take()).isEmpty();
    assertThat(placing.take()).isEmpty();
  }

  @Test
  void it_is_done_when_every_order_was_placed_rolled_back_or_failed() {
    placing.succeeded(placing.take().orElseThrow());
    placing.succeeded(placing.take().orElseThrow());
    assertThat(placing.progress().done()).isFalse();

    placing.failed(placing.take().orElseThrow(), new IllegalStateException("broker away"));

    assertThat(placing.progress())
        .isEqualTo(
            new Placing.Progress(
                "r", 3, 1, 1, 1, "r-3: java.lang.IllegalStateException: broker away"));
    assertThat(placing.progress().done()).isTrue();
  }
}
