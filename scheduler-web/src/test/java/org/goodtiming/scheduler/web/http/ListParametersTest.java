package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListParametersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1000})
  void a_page_has_up_to_a_thousand_rows(int limit) {
    assertThat(ListParameters.size(Integer.toString(limit))).isEqualTo(limit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "1001", "99999999999", "-1", "+1", "1.5", "x", "", " 1", "' OR '1'='1"})
  void another_limit_is_refused(String limit) {
    assertThat(refusal(() -> ListParameters.size(limit)))
        .isEqualTo(
            "400 SCHED-0904 parameter limit is '" + limit + "': send a number from 1 to 1000");
  }

  @Test
  void the_cursor_of_a_list_by_number_is_a_number() {
    assertThat(ListParameters.before(null)).isNull();
    assertThat(ListParameters.before("0")).isZero();
    assertThat(ListParameters.before("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1000000000000000000", "1; DROP TABLE scheduler.job", "%"})
  void another_cursor_is_refused(String cursor) {
    assertThat(refusal(() -> ListParameters.before(cursor)))
        .isEqualTo(
            "400 SCHED-0904 parameter cursor is '"
                + cursor
                + "': send the value of next of the previous page");
  }

  @Test
  void a_text_is_taken_as_it_is_unless_the_database_cannot_store_it() {
    assertThat(ListParameters.text("queue", null)).isNull();
    assertThat(ListParameters.text("queue", "' OR 1=1; --")).isEqualTo("' OR 1=1; --");
    assertThat(refusal(() -> ListParameters.text("prefix", "a\0")))
        .isEqualTo("400 SCHED-0904 parameter prefix is 'a\ufffd': send text without NUL");
  }

  @Test
  void a_moment_has_an_offset() {
    assertThat(ListParameters.moment("after", "2100-01-01T00:00:00+01:00"))
        .isEqualTo("2099-12-31T23:00:00Z");
    assertThat(refusal(() -> ListParameters.moment("after", "now")))
        .isEqualTo(
            "400 SCHED-0904 parameter after is 'now': send a moment in the years 1970 to 9999 with an"
                + " offset, like 2026-12-01T10:00:00Z");
  }
}
