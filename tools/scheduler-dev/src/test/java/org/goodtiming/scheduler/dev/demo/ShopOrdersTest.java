package org.goodtiming.scheduler.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShopOrdersTest {

  @Test
  void answer_of_the_shop_is_read() {
    var json =
        """
        {"run":"r","orders":3,"placed":2,"rolledBack":0,"failed":1,"lastError":"r-3: \\"broker\\" away","done":true}""";

    assertThat(ShopOrders.parse(json)).isEqualTo(new ShopOrders(1, "r-3: \"broker\" away", true));
  }

  @Test
  void answer_of_someone_else_is_refused() {
    assertThatThrownBy(() -> ShopOrders.parse("<html>"))
        .hasMessageStartingWith("The shop's answer has nothing like")
        .hasMessageEndingWith("<html>");
  }
}
