package org.goodtiming.scheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BrokerBacklogTest {

  @Test
  void the_numbers_of_a_queue_are_read_from_the_brokers_list() {
    BrokerAnswer answer =
        new BrokerAnswer(
            Json.createArrayBuilder()
                .add(
                    """
                    {"data":[{"id":"7","name":"order-check","messageCount":"5000000000","deliveringCount":"2","scheduledCount":"4","consumerCount":"3"}],"count":1}
                    """)
                .build()
                .toString());
    assertThat(answer.page().stream().map(BrokerBacklog::of))
        .containsExactly(new BrokerBacklog("order-check", 5_000_000_000L, 2, 4, 3));
  }

  @Test
  void a_message_waits_if_it_is_neither_delivered_nor_scheduled() {
    assertThat(new BrokerBacklog("a", 3, 1, 1, 1).waits()).isTrue();
    assertThat(new BrokerBacklog("a", 3, 2, 1, 1).waits()).isFalse();
  }

  @Test
  void a_queue_without_a_waiting_message_has_no_time() {
    assertThat(new BrokerAnswer("[1700000000000]").moment())
        .contains(Instant.parse("2023-11-14T22:13:20Z"));
    assertThat(new BrokerAnswer("[null]").moment()).isEmpty();
  }
}
