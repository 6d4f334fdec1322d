package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.EntityTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnchangedTest {

  private static final EntityTag TAG = new EntityTag("1.2");

  @ParameterizedTest
  @ValueSource(strings = {"\"1.2\"", "\"0\", \"1.2\"", "W/\"1.2\"", "*"})
  void a_client_that_has_the_tag_gets_nothing_again(String header) {
    assertThat(Unchanged.since(TAG, Requests.request("GET", "If-None-Match", header)).build())
        .satisfies(
            answer -> {
              assertThat(answer.getStatus()).isEqualTo(304);
              assertThat(answer.getEntityTag()).isEqualTo(TAG);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1.3\"", "1.2", "\"", "nonsense"})
  void a_client_with_another_tag_or_an_unreadable_header_gets_all(String header) {
    assertThat(Unchanged.since(TAG, Requests.request("GET", "If-None-Match", header))).isNull();
  }

  @Test
  void a_client_without_a_tag_gets_all() {
    assertThat(Unchanged.since(TAG, Requests.request("GET"))).isNull();
  }
}
