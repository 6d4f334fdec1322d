package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancelSubscriptionTest {

  @Test
  void a_cancel_names_its_runs() {
    String cancel =
        """
        {"event": "cancel", "fireIds": ["a", "b"], "since": "a later version"}
        """;
    assertThat(CancelSubscription.fireIds(cancel)).containsExactly("a", "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "no JSON",
        "{}",
        "{\"event\": 1}",
        "{\"event\": \"pause\", \"fireIds\": [\"a\"]}",
        "{\"event\": \"cancel\"}",
        "{\"event\": \"cancel\", \"fireIds\": \"a\"}",
        "{\"event\": \"cancel\", \"fireIds\": [1]}"
      })
  void a_text_that_is_no_cancel_stops_no_run(String text) {
    assertThat(CancelSubscription.fireIds(text)).isEmpty();
  }
}
