package org.goodtiming.scheduler.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailuresTest {

  @Test
  void the_innermost_cause_speaks() {
    Exception culprit = new IllegalStateException("address is full");
    Exception wrapped = new RuntimeException("transaction rolled back", new Exception(culprit));
    assertThat(Failures.text(wrapped)).isEqualTo("IllegalStateException: address is full");
  }

  @Test
  void a_failure_without_words_has_its_name() {
    assertThat(Failures.text(new NullPointerException())).isEqualTo("NullPointerException");
  }

  @Test
  void the_text_can_be_stored() {
    assertThat(Failures.text(new Exception("a\0b"))).isEqualTo("Exception: a b");
  }

  @Test
  void the_text_is_one_line() {
    assertThat(Failures.text(new Exception("a\n  b\r\nc"))).isEqualTo("Exception: a b c");
  }
}
