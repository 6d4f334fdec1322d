package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.sample.shop.Order.Fate;
import org.junit.jupiter.api.Test;

class BulkOrderTest {

  private static final BulkOrder.Fates FATES =
      new BulkOrder.Fates(new Share(0.05), new Share(0.01));

  @Test
  void one_order_in_a_hundred_is_rolled_back_and_four_more_are_never_shipped() {
    assertThat(fates(bulk(2000)))
        .isEqualTo(Map.of(Fate.SHIPPED, 1900L, Fate.NEVER_SHIPPED, 80L, Fate.ROLLED_BACK, 20L));
  }

  @Test
  void order_ids_carry_the_run_and_sort_by_number() {
    assertThat(bulk(2000).order(7).id()).isEqualTo("run-1-000007");
  }

  @Test
  void run_that_would_not_fit_into_a_path_is_refused() {
    assertThatThrownBy(() -> new BulkOrder("a/b", 1, 1, Duration.ZERO, FATES))
        .hasMessage("run must be 1 to 60 letters, digits, dots, dashes or underscores, not 'a/b'");
  }

  @Test
  void more_threads_than_the_executor_has_are_refused() {
    assertThatThrownBy(() -> new BulkOrder("r", 1, 17, Duration.ZERO, FATES))
        .hasMessage("parallel must be from 1 to 16, not 17");
  }

  @Test
  void negative_delay_is_refused() {
    assertThatThrownBy(() -> new BulkOrder("r", 1, 1, Duration.ofSeconds(-1), FATES))
        .hasMessage("delay must not be negative, but is PT-1S");
  }

  private static BulkOrder bulk(int orders) {
    return new BulkOrder("run-1", orders, 8, Duration.ofSeconds(10), FATES);
  }

  private static Map<Fate, Long> fates(BulkOrder bulk) {
    return IntStream.rangeClosed(1, bulk.orders())
        .mapToObj(number -> bulk.order(number).fate())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
