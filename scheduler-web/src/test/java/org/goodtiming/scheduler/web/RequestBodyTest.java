package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {

  @Test
  void an_object_is_read() {
    assertThat(RequestBody.parse("{\"body\": [[1]]}").orElseThrow().getJsonArray("body"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "[]", "1", "{", "{\"a\":}", "nonsense"})
  void what_is_no_object_is_none(String text) {
    assertThat(RequestBody.parse(text)).isEmpty();
  }

  @Test
  void what_is_nested_too_deeply_is_none() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);

    assertThat(RequestBody.parse("{\"body\": " + deep + "}")).isEmpty();
  }
}
