package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTest {

  @ParameterizedTest
  @CsvSource({
    "4711, 4711",
    "order-4711_a.b, order-4711_a.b",
    "a;b=c, base64url:YTtiPWM",
    ".., base64url:Li4",
    "a/b, base64url:YS9i",
    "base64url:x, base64url:YmFzZTY0dXJsOng"
  })
  void an_id_is_one_segment_that_no_server_changes(String id, String segment) {
    assertThat(Address.of("jobs").name("q").id(id).text()).isEqualTo("jobs/q/" + segment);
  }

  @Test
  void parameters_are_encoded_and_those_without_a_value_left_out() {
    assertThat(
            Address.of("jobs").with("queue", null).with("prefix", "a b&c").with("limit", 5).text())
        .isEqualTo("jobs?prefix=a%20b%26c&limit=5");
  }
}
