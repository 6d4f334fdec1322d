package org.goodtiming.scheduler.operations.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowTest {

  @Test
  void columns_are_shown_in_camel_case() {
    assertThat(Row.camelCase("oldest_due_at")).isEqualTo("oldestDueAt");
    assertThat(Row.camelCase("name")).isEqualTo("name");
  }

  @Test
  void a_row_more_than_the_page_has_means_that_there_is_a_next_page() {
    assertThat(RowPage.of(rows(3), 2, "id")).isEqualTo(new RowPage(rows(2), 1L));
    assertThat(RowPage.of(rows(2), 2, "id").next()).isNull();
  }

  @Test
  void columns_with_the_same_beginning_become_a_row_of_their_own() {
    Map<String, Object> values = Map.of("name", "a", "backlogMessages", 7L, "backlogOldestAt", "x");
    assertThat(new Row(values, "1").nested("backlog"))
        .isEqualTo(
            new Row(
                Map.of(
                    "name", "a", "backlog", new Row(Map.of("messages", 7L, "oldestAt", "x"), null)),
                "1"));
    assertThat(new Row(Map.of("name", "a"), null).nested("backlog").values())
        .containsOnlyKeys("name");
  }

  private static List<Row> rows(int count) {
    return LongStream.range(0, count).mapToObj(id -> new Row(Map.of("id", id), null)).toList();
  }
}
