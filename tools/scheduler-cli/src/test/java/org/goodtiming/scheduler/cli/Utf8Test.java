package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class Utf8Test {

  @Test
  void bytes_that_are_not_utf_8_are_refused() {
    assertThat(Utf8.decode("\u00e4 \ud83d\ude00".getBytes(UTF_8), "f"))
        .isEqualTo("\u00e4 \ud83d\ude00");
    assertThatThrownBy(() -> Utf8.decode(new byte[] {'a', (byte) 0xe4}, "f"))
        .hasMessage("f cannot be read: it is not text in UTF-8");
  }

  @Test
  void a_byte_order_mark_is_told() {
    assertThatThrownBy(() -> Utf8.decode("\uFEFFsecret".getBytes(UTF_8), "f"))
        .hasMessageStartingWith("f begins with a byte order mark");
    assertThatThrownBy(() -> Members.parse("\uFEFF{}")).hasMessageContaining("byte order mark");
  }

  @Test
  void half_of_a_pair_of_surrogates_is_refused() {
    assertThat(Utf8.encode(Members.parse("\"\\ud83d\\ude00\"").toString()))
        .isEqualTo("\"\ud83d\ude00\"".getBytes(UTF_8));
    assertThatThrownBy(() -> Utf8.encode(Members.parse("\"\\ud83d\"").toString()))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("half of a pair");
  }
}
