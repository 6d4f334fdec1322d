package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "receipts.shop",
        "receipts.shop.Bonn-1_a",
        "0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1",
        "0B6EA26C-6A1F-4A3C-9D52-3FF2F6D8A7F1"
      })
  void named_and_temporary_receipt_queues_are_allowed(String name) {
    assertThat(ReplyAddress.isAllowed(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order-check",
        "scheduler.jobs",
        "scheduler.marker",
        "activemq.management",
        "receipts",
        "receipts.",
        "Receipts.shop",
        "receipts.*",
        "receipts.#",
        "receipts.shop::order-check",
        "receipts.shop,order-check",
        "receipts.shop?address=order-check",
        "queue://receipts.shop",
        "topic://receipts.shop",
        "temporary.0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1",
        "0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1::order-check",
        ""
      })
  void everything_else_is_not(String name) {
    assertThat(ReplyAddress.isAllowed(name)).isFalse();
  }
}
