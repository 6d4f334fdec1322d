package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.sample.shop.NewOrder.Fate;
import org.junit.jupiter.api.Test;

class BulkOrderTest {

  private static final BulkOrder.Numbers ONE = new BulkOrder.Numbers("", 1, 1);
  private static final BulkOrder.Delays AT_ONCE =
      new BulkOrder.Delays(Duration.ZERO, Duration.ZERO);
  private static final BulkOrder.Fates FATES =
      new BulkOrder.Fates(new Share(0.05), new Share(0.01));

  @Test
  void one_order_in_a_hundred_is_rolled_back_and_four_more_are_never_shipped() {
    assertThat(fates(bulk(2000)))
        .isEqualTo(Map.of(Fate.SHIPPED, 1900L, Fate.NEVER_SHIPPED, 80L, Fate.ROLLED_BACK, 20L));
  }

  @Test
  void order_ids_carry_the_run_unless_they_are_plain_numbers() {
    assertThat(bulk(2000).order(7).id()).isEqualTo("run-1-7");
    assertThat(bulk(new BulkOrder.Numbers("", 4001, 2000), AT_ONCE).order(711).id())
        .isEqualTo("4711");
  }

  @Test
  void checks_are_due_evenly_over_the_spread() {
    BulkOrder bulk =
        bulk(
            BulkOrder.Numbers.of("run-1", 3),
            new BulkOrder.Delays(Duration.ofSeconds(10), Duration.ofMinutes(1)));

    assertThat(IntStream.rangeClosed(1, 3).mapToObj(number -> bulk.order(number).checkAfter()))
        .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(40), Duration.ofSeconds(70));
  }

  @Test
  void a_single_order_is_checked_after_the_delay() {
    BulkOrder bulk =
        bulk(
            BulkOrder.Numbers.of("run-1", 1),
            new BulkOrder.Delays(Duration.ofSeconds(10), Duration.ofMinutes(1)));

    assertThat(bulk.order(1).checkAfter()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void numbers_that_do_not_exist_are_refused() {
    assertThatThrownBy(() -> new BulkOrder.Numbers("", 1, 0))
        .hasMessage("orders must be at least 1, not 0");
    assertThatThrownBy(() -> new BulkOrder.Numbers("", 2_147_483_647, 1))
        .hasMessage("first must be from 1 to 2147483646, not 2147483647");
  }

  @Test
  void run_that_would_not_fit_into_a_path_is_refused() {
    assertThatThrownBy(() -> new BulkOrder("a/b", ONE, 1, AT_ONCE, FATES))
        .hasMessage("run must be 1 to 60 letters, digits, dots, dashes or underscores, not 'a/b'");
  }

  @Test
  void more_threads_than_the_executor_has_are_refused() {
    assertThatThrownBy(() -> new BulkOrder("r", ONE, 17, AT_ONCE, FATES))
        .hasMessage("parallel must be from 1 to 16, not 17");
  }

  @Test
  void negative_delay_or_spread_is_refused() {
    assertThatThrownBy(() -> new BulkOrder.Delays(Duration.ofSeconds(-1), Duration.ZERO))
        .hasMessage("delay must not be negative, but is PT-1S");
    assertThatThrownBy(() -> new BulkOrder.Delays(Duration.ZERO, Duration.ofSeconds(-1)))
        .hasMessage("spread must not be negative, but is PT-1S");
  }

  private static BulkOrder bulk(int orders) {
    return bulk(BulkOrder.Numbers.of("run-1", orders), AT_ONCE);
  }

  private static BulkOrder bulk(BulkOrder.Numbers numbers, BulkOrder.Delays delays) {
    return new BulkOrder("run-1", numbers, 8, delays, FATES);
  }

  private static Map<Fate, Long> fates(BulkOrder bulk) {
    return IntStream.rangeClosed(1, bulk.numbers().count())
        .mapToObj(number -> bulk.order(number).fate())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
