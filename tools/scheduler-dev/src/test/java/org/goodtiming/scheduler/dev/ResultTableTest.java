package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
  @Test
  void columns_are_as_wide_as_their_longest_cell() {
    var rows = List.of(List.of("order-check", "f"), List.of("mail", ""));
    assertThat(new ResultTable(List.of("name", "paused"), rows))
        .hasToString(
            """
             name        | paused
            -------------+--------
             order-check | f
             mail        |
            (2 rows)""");
  }

  @Test
  void query_without_rows_shows_its_columns() {
    assertThat(new ResultTable(List.of("id"), List.of())).hasToString(" id\n----\n(0 rows)");
  }

  @Test
  void one_row_is_no_plural() {
    assertThat(ResultTable.count(1)).isEqualTo("1 row");
  }
}
