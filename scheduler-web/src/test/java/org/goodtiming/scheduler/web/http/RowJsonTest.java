package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.junit.jupiter.api.Test;

class RowJsonTest {

  private static final Row NAMED = new Row(Map.of("name", "a"), "1.2");

  @Test
  void each_column_is_a_member_by_its_type_and_in_its_order() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", "<b>");
    values.put("waiting", 7L);
    values.put("rate", new BigDecimal("0.10"));
    values.put("ratio", 0.5);
    values.put("tracked", true);
    values.put("paused", false);
    values.put("at", Instant.EPOCH);
    values.put("leads", List.of("default", "fast"));

    assertThat(RowJson.of(new Row(values, null)).build().toString())
        .isEqualTo(
            "{\"name\":\"<b>\",\"waiting\":7,\"rate\":0.10,\"ratio\":0.5,\"tracked\":true,\"paused\":false,"
                + "\"at\":\"1970-01-01T00:00:00Z\",\"leads\":[\"default\",\"fast\"]}");
  }

  @Test
  void a_row_within_a_row_is_an_object() {
    Row inner = new Row(Map.of("messages", 7L), null);

    assertThat(RowJson.of(new Row(Map.of("backlog", inner), null)).build().toString())
        .isEqualTo("{\"backlog\":{\"messages\":7}}");
  }

  @Test
  void an_answer_has_the_tag_of_its_row() {
    Response answer = RowJson.answer(NAMED).build();

    assertThat(answer.getStatus()).isEqualTo(200);
    assertThat(answer.getEntity()).isEqualTo("{\"name\":\"a\"}");
    assertThat(answer.getEntityTag().getValue()).isEqualTo("1.2");
    assertThat(answer.getEntityTag().isWeak()).isFalse();
  }

  @Test
  void an_answer_may_have_further_members() {
    assertThat(RowJson.answer(NAMED, RowJson.of(NAMED).add("password", "x")).build().getEntity())
        .isEqualTo("{\"name\":\"a\",\"password\":\"x\"}");
  }

  @Test
  void a_row_without_a_tag_is_no_answer() {
    assertThatNullPointerException()
        .isThrownBy(() -> RowJson.answer(new Row(Map.of("name", "a"), null)));
  }

  @Test
  void a_list_has_a_name() {
    assertThat(RowJson.list("users", List.of(NAMED))).isEqualTo("{\"users\":[{\"name\":\"a\"}]}");
    assertThat(RowJson.list("users", List.of())).isEqualTo("{\"users\":[]}");
  }

  @Test
  void a_page_has_a_cursor_unless_it_is_the_last() {
    assertThat(RowJson.page("rows", new RowPage(List.of(NAMED), 17L)))
        .isEqualTo("{\"rows\":[{\"name\":\"a\"}],\"next\":\"17\"}");
    assertThat(RowJson.page("rows", new RowPage(List.of(), null))).isEqualTo("{\"rows\":[]}");
  }
}
