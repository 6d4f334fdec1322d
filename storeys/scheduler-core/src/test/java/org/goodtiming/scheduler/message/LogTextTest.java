package org.goodtiming.scheduler.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u000b", "\f", "\u0085", "\u2028", "\u2029", "\u001b", "\0"})
  void a_character_that_begins_a_line_or_controls_a_terminal_is_replaced(String control) {
    assertThat(LogText.oneLine("job 1" + control + "SCHED-0001 forged"))
        .isEqualTo("job 1\ufffdSCHED-0001 forged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "job 4711 of queue Prüfung-\ud83d\ude80", "a b\u00a0c"})
  void all_other_text_stays(String text) {
    assertThat(LogText.oneLine(text)).isEqualTo(text);
  }
}
