package org.goodtiming.scheduler.dev.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, UTF_8);

  @Test
  void terminal_sees_one_line_written_over_without_remains_of_the_last() {
    var line = new ProgressLine(out, true);
    line.show("placed 100");
    line.show("placed 9");
    line.end();

    assertThat(shown.toString(UTF_8)).isEqualToNormalizingNewlines("\rplaced 100\rplaced 9  \n");
  }

  @Test
  void note_stands_below_the_line_and_above_the_next_one() {
    var line = new ProgressLine(out, true);
    line.show("placed 100");
    line.note("All are placed.");
    line.show("placed 100");

    assertThat(shown.toString(UTF_8))
        .isEqualToNormalizingNewlines("\rplaced 100\nAll are placed.\n\rplaced 100");
  }

  @Test
  void log_gets_a_line_for_each_change_only() {
    var line = new ProgressLine(out, false);
    line.show("placed 1");
    line.show("placed 1");
    line.show("placed 2");
    line.end();

    assertThat(shown.toString(UTF_8)).isEqualToNormalizingNewlines("placed 1\nplaced 2\n");
  }
}
