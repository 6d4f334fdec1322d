package org.goodtiming.scheduler.recurrence.cron;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronRefusalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 6 32 * ?      | cron field 4 (day of month) '32': 1-31, ? * L W allowed",
        "60 0 6 1 * ?      | cron field 1 (second) '60': 0-59, * allowed",
        "0 0 6 ? * MOO     | cron field 6 (day of week) 'MOO': 1-7 (1 is SUN), SUN-SAT, ? * L # allowed",
        "0 0 6 ? * 0       | cron field 6 (day of week) '0': 1-7 (1 is SUN), SUN-SAT, ? * L # allowed",
        "0 0/0 6 1 * ?     | cron field 2 (minute) '0/0': the step after / must be 1-60",
        "0 0 6 ? * MON#6   | cron field 6 (day of week) 'MON#6': the number after # must be 1-5",
        "0 0 6 L-31 * ?    | cron field 4 (day of month) 'L-31': at most 30 days before the last",
        "0 0 6 1 13 ?      | cron field 5 (month) '13': 1-12, JAN-DEC, * allowed",
        "0 0 6 1 * ? 1969  | cron field 7 (year) '1969': 1970-2199, * allowed",
        "0 0 6 1 * ? 2030-2027 | cron field 7 (year) '2030-2027': the range ends before it begins",
        "0 0 6 1, * ?      | cron field 4 (day of month) '': 1-31, ? * L W allowed",
        "0 0 6 1 * MON     | cron field 6 (day of week) 'MON': write ? here or in field 4 (day of month), both together are ambiguous",
        "0 0 6 ? * ?       | cron field 6 (day of week) '?': write * here or in field 4 (day of month)",
        "0 6 * * MON       | cron '0 6 * * MON' has 5 fields: second minute hour day month weekday [year] needed, for example '0 0 6 ? * MON'; or write unix:0 6 * * MON",
        "0 9 * * 1-5       | cron '0 9 * * 1-5' has 5 fields: second minute hour day month weekday [year] needed, for example '0 0 9 ? * MON-FRI'; or write unix:0 9 * * 1-5",
        "*/5 * * * 0,6-7   | cron '*/5 * * * 0,6-7' has 5 fields: second minute hour day month weekday [year] needed, for example '0 */5 * ? * SUN,SAT-SUN'; or write unix:*/5 * * * 0,6-7",
        "0 9 * * */2       | cron '0 9 * * */2' has 5 fields: second minute hour day month weekday [year] needed, for example '0 0 9 ? * */2'; or write unix:0 9 * * */2",
        "0 9 1 * *         | cron '0 9 1 * *' has 5 fields: second minute hour day month weekday [year] needed, for example '0 0 9 1 * ?'; or write unix:0 9 1 * *",
        "0 9 * * *         | cron '0 9 * * *' has 5 fields: second minute hour day month weekday [year] needed, for example '0 0 9 * * ?'; or write unix:0 9 * * *",
        "0 9 13 * 5        | cron '0 9 13 * 5' has 5 fields: second minute hour day month weekday [year] needed; a crontab means one or the other day, write unix:0 9 13 * 5",
        "0 0 9 * * 1-5     | cron field 6 (day of week) '1-5': write names such as MON-FRI, or ? in field 4 (day of month): with * there, Spring counts from MON as 1, and here SUN is 1",
        "0 0 9 * * 6L      | cron field 6 (day of week) '6L': write names such as MON-FRI, or ? in field 4 (day of month): with * there, Spring counts from MON as 1, and here SUN is 1",
        "0 0 9 ? * MONDAYS | cron field 6 (day of week) 'MONDAYS': 1-7 (1 is SUN), SUN-SAT, ? * L # allowed",
        "0 0               | cron '0 0' has 2 fields: second minute hour day month weekday [year] needed",
        "@reboot           | cron '@reboot': macros are @yearly @annually @monthly @weekly @daily @midnight @hourly",
        "0 0 0 30 2 ?      | cron '0 0 0 30 2 ?' is never due: no month has such a day",
        "0 0 0 29 2 ? 2027 | cron '0 0 0 29 2 ? 2027' is never due: no month has such a day",
      })
  void is_refused_with_place_and_cure(String cron, String message) {
    assertThatThrownBy(() -> CronExpression.parse(cron))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(message);
  }
}
