package org.goodtiming.scheduler.recurrence.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronExpressionTest {

  @Test
  void hours_wrap_around_midnight() {
    assertThat(times("0 0 22-2 ? * *", "2026-12-01T21:00", 6))
        .containsExactly(
            "2026-12-01T22:00",
            "2026-12-01T23:00",
            "2026-12-02T00:00",
            "2026-12-02T01:00",
            "2026-12-02T02:00",
            "2026-12-02T22:00");
  }

  @Test
  void a_wrapped_range_keeps_its_step() {
    assertThat(times("0 0 22-3/2 ? * *", "2026-12-01T21:00", 4))
        .containsExactly(
            "2026-12-01T22:00", "2026-12-02T00:00", "2026-12-02T02:00", "2026-12-02T22:00");
  }

  @Test
  void months_wrap_around_the_year() {
    assertThat(times("0 0 0 1 NOV-FEB ?", "2026-10-05T00:00", 5))
        .containsExactly(
            "2026-11-01T00:00",
            "2026-12-01T00:00",
            "2027-01-01T00:00",
            "2027-02-01T00:00",
            "2027-11-01T00:00");
  }

  @Test
  void weekdays_wrap_around_the_week() {
    assertThat(times("0 0 8 ? * FRI-MON", "2026-12-01T00:00", 5))
        .containsExactly(
            "2026-12-04T08:00",
            "2026-12-05T08:00",
            "2026-12-06T08:00",
            "2026-12-07T08:00",
            "2026-12-11T08:00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 6 L * ?      | 2026-02-01T00:00 | 2026-02-28T06:00",
        "0 0 6 L-3 * ?    | 2026-02-01T00:00 | 2026-02-25T06:00",
        "0 0 6 LW * ?     | 2026-02-01T00:00 | 2026-02-27T06:00",
        "0 0 6 L-6W * ?   | 2026-02-01T00:00 | 2026-02-23T06:00",
        "0 0 6 15W * ?    | 2026-02-01T00:00 | 2026-02-16T06:00",
        "0 0 6 1W * ?     | 2026-08-01T00:00 | 2026-08-03T06:00",
        "0 0 6 31W * ?    | 2026-06-01T00:00 | 2026-07-31T06:00",
        "0 0 6 31W * ?    | 2026-05-01T00:00 | 2026-05-29T06:00",
        "0 0 6 1,15W * ?  | 2026-02-02T00:00 | 2026-02-16T06:00",
        "0 0 6 ? * 6L     | 2026-02-01T00:00 | 2026-02-27T06:00",
        "0 0 6 ? * FRIL   | 2026-02-01T00:00 | 2026-02-27T06:00",
        "0 0 6 ? * L      | 2026-02-01T00:00 | 2026-02-07T06:00",
        "0 0 6 ? * 6#3    | 2026-02-01T00:00 | 2026-02-20T06:00",
        "0 0 6 ? * SUN#5  | 2026-02-01T00:00 | 2026-03-29T06:00",
        "0 0 6 30 * ?     | 2026-02-01T00:00 | 2026-03-30T06:00",
        "0 0 6 * * MON    | 2026-02-01T00:00 | 2026-02-02T06:00",
        "0 0 6 ? 2 SUN#5  | 2080-03-01T00:00 | 2088-02-29T06:00",
        "0 0 6 29 2 ?     | 2096-03-01T00:00 | 2104-02-29T06:00",
        "0 0 6 1 1 ? 2030 | 2026-02-01T00:00 | 2030-01-01T06:00",
        "@daily           | 2026-02-01T00:00:01 | 2026-02-02T00:00",
        "@weekly          | 2026-02-02T00:00 | 2026-02-08T00:00",
        "@yearly          | 2026-02-02T00:00 | 2027-01-01T00:00",
        "10/25 59 23 ? * * | 2026-12-31T23:59:36 | 2027-01-01T23:59:10",
      })
  void the_next_time_is(String cron, String from, String expected) {
    assertThat(times(cron, from, 1)).containsExactly(expected);
  }

  @Test
  void an_expression_of_past_years_is_not_due_any_more() {
    assertThat(times("0 0 6 1 1 ? 2020-2024", "2025-01-01T00:00", 1)).isEmpty();
  }

  @Test
  void fractions_of_a_second_are_rounded_up() {
    assertThat(times("* * * ? * *", "2026-12-01T10:00:00.000000001", 1))
        .containsExactly("2026-12-01T10:00:01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 6 ? * MON-FRI   | at 06:00 on Monday to Friday",
        "0 0/20 9-10 ? * *   | at 09:00, 09:20, 09:40, 10:00, 10:20, 10:40 every day",
        "0 0/20 * ? * *      | minute 0, 20, 40 of every hour every day",
        "* * * ? * *         | every second of every minute of every hour every day",
        "15 30 2 L-3,15W * ? | at 02:30:15 on the day 3 before the last of the month, the working day nearest to day 15",
        "0 0 0 LW 1,7 ? 2027 | at 00:00 on the working day nearest to the last day of the month in January, July in 2027",
        "0 0 6 ? * FRI#2,2L  | at 06:00 on the second Friday of the month, the last Monday of the month",
        "@monthly            | at 00:00 on day 1",
      })
  void an_expression_is_explained_in_English(String cron, String phrase) {
    assertThat(CronExpression.parse(cron).describe()).isEqualTo(phrase);
  }

  static List<String> times(String cron, String from, int count) {
    CronExpression expression = CronExpression.parse(cron);
    List<String> times = new ArrayList<>();
    LocalDateTime next = expression.nextOrSame(LocalDateTime.parse(from));
    while (next != null && times.size() < count) {
      times.add(Objects.toString(next));
      next = expression.nextOrSame(next.plusSeconds(1));
    }
    return times;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 /5 * * * ?               | 0 0/5 * * * ?",
        "0 0 6 /7 * ?               | 0 0 6 1/7 * ?",
        "0 0 6 ? * MONDAY-FRIDAY    | 0 0 6 ? * MON-FRI",
        "0 0 6 ? * FRIDAY#2         | 0 0 6 ? * FRI#2",
        "0 0 6 ? * MONDAYL          | 0 0 6 ? * MONL",
        "0 0 6 1 JANUARY,AUGUST ?   | 0 0 6 1 JAN,AUG ?",
        "0 0 6 1 MAY-september ?    | 0 0 6 1 5-9 ?",
      })
  void whole_names_and_a_step_without_begin_are_read_as_in_Quartz(String text, String same) {
    assertThat(times(text, "2026-02-01T00:00", 50)).isEqualTo(times(same, "2026-02-01T00:00", 50));
    assertThat(CronExpression.parse(text).isInterval())
        .isEqualTo(CronExpression.parse(same).isInterval());
  }
}
