package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columns_are_as_wide_as_their_widest_cell() {
    var table = new TextTable("", "what", "n").row("a long name", "1").row("b", "1,000");
    assertThat(table.markdown())
        .isEqualTo(
            """
            | what        | n     |
            | ----------- | ----- |
            | a long name | 1     |
            | b           | 1,000 |
            """);
  }

  @Test
  void a_row_has_as_many_cells_as_the_heading() {
    var table = new TextTable("", "what", "n");
    assertThatThrownBy(() -> table.row("alone")).hasMessage("1 cells under a heading of 2");
  }

  @Test
  void a_report_names_its_conditions_above_its_tables() {
    var report =
        new ScenarioReport(
            "Growth",
            "What grows.",
            List.of("Machine: this one"),
            List.of(new TextTable("Rates.", "n").row("1")));
    assertThat(report.markdown())
        .isEqualTo(
            """
            # Growth

            What grows.

            - Machine: this one

            Rates.

            | n |
            | - |
            | 1 |
            """);
  }
}
