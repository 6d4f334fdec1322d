package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineDiffTest {

  @Test
  void changed_lines_are_shown_with_a_line_of_each_side() {
    assertThat(new LineDiff("a\nb\nc\nd\ne\nf\n", "a\nb\nx\nd\ne\nf\ng\n").lines())
        .containsExactly(" b", "-c", "+x", " d", " f", "+g");
  }

  @Test
  void equal_texts_have_no_differences() {
    assertThat(new LineDiff("a\nb", "a\nb").lines()).isEmpty();
    assertThat(new LineDiff("", "a").lines()).containsExactly("+a");
  }
}
