package org.goodtiming.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionTest {

  private final Redaction redaction = new Redaction(Map.of("x_iban", 4, "x_password", 0));

  @Test
  void the_last_characters_are_shown_as_the_rule_says_but_never_more_than_half() {
    assertThat(redaction.shown("x_iban", "DE02120300000000202051")).isEqualTo("****2051");
    assertThat(redaction.shown("x_iban", 12345678L)).isEqualTo("****5678");
    assertThat(redaction.shown("x_iban", "12345")).isEqualTo("****45");
    assertThat(redaction.shown("x_iban", "")).isEqualTo("****");
    assertThat(redaction.shown("x_password", "secret")).isEqualTo("****");
    assertThat(redaction.shown("x_name", "Jane")).isEqualTo("Jane");
  }

  @Test
  void a_redacted_value_is_recognized_when_it_comes_back() {
    assertThat(redaction.isShown("x_iban", "****2051")).isTrue();
    assertThat(redaction.isShown("x_password", "****")).isTrue();
    assertThat(redaction.isShown("x_iban", "DE02120300000000202051")).isFalse();
    assertThat(redaction.isShown("x_iban", "****DE02120300000000202051")).isFalse();
    assertThat(redaction.isShown("x_iban", null)).isFalse();
    assertThat(redaction.isShown("x_name", "****")).isFalse();
  }
}
