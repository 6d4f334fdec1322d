package org.goodtiming.scheduler.recurrence.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares with Quartz in UTC, which has no daylight saving. The test uses only expressions that
 * both accept; the README lists the differences.
 */
class QuartzOracleTest {
  private static final int EXPRESSIONS = 6_000;
  private static final int TIMES_EACH = 8;
  private static final long SEED = Long.getLong("recurrence.seed", 20261122);

  @Test
  void generated_expressions_are_due_when_Quartz_is() throws ParseException {
    Random random = new Random(SEED);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < EXPRESSIONS; i++) {
      String text = new RandomCron(random).text();
      LocalDateTime from =
          LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(random.nextInt(500_000_000));
      List<String> ours = CronExpressionTest.times(text, from.toString(), TIMES_EACH);
      List<String> theirs = quartz(text, from);
      if (!ours.equals(theirs)) {
        differences.add("%s from %s: ours %s, Quartz %s".formatted(text, from, ours, theirs));
      }
    }

    assertThat(differences).as("recurrence.seed=" + SEED).isEmpty();
  }

  @Test
  void Quartz_loses_the_times_of_a_working_day_before_the_time_of_day_asked_from()
      throws ParseException {
    String hourly = "0 53 * LW * ?";
    LocalDateTime from = LocalDateTime.parse("2028-03-09T06:10:22");

    assertThat(quartz(hourly, from)).first().isEqualTo("2028-03-31T06:53");
    assertThat(CronExpressionTest.times(hourly, from.toString(), 1))
        .containsExactly("2028-03-31T00:53");
  }

  @Test
  void Quartz_leaves_a_working_day_after_its_first_time() throws ParseException {
    String often = "0 * 10 27W 6 ?";
    LocalDateTime from = LocalDateTime.parse("2031-12-26T08:37:20");

    assertThat(quartz(often, from))
        .startsWith("2032-06-28T10:00", "2033-06-27T10:00", "2033-06-27T10:01");
    assertThat(CronExpressionTest.times(often, from.toString(), 2))
        .containsExactly("2032-06-28T10:00", "2032-06-28T10:01");
  }

  @Test
  void Quartz_skips_a_daily_time_in_a_gap() throws ParseException {
    assertThat(berlin("0 30 2 ? * *", "2026-03-28T12:00:00Z")).isEqualTo("2026-03-30T00:30:00Z");
  }

  @Test
  void Quartz_leaves_a_hole_of_ninety_minutes_when_clocks_go_back() throws ParseException {
    assertThat(berlin("0 0/30 * ? * *", "2026-10-24T23:30:00Z")).isEqualTo("2026-10-25T01:00:00Z");
  }

  @Test
  void Quartz_takes_the_second_pass_of_an_overlap() throws ParseException {
    assertThat(berlin("0 30 2 ? * *", "2026-10-24T12:00:00Z")).isEqualTo("2026-10-25T01:30:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 6 * * *", "0 0 6 * * MON", "0 0 6 ? * FRI#2,2L", "0 0/60 6 1 * ?"})
  void Quartz_refuses(String text) {
    assertThat(CronExpression.parse(text)).hasToString(text);
    assertThatThrownBy(() -> new org.quartz.CronExpression(text))
        .isInstanceOf(ParseException.class);
  }

  @Test
  void Quartz_accepts_what_is_never_due() throws ParseException {
    assertThat(quartz("0 0 0 30 2 ?", LocalDateTime.of(2026, 1, 1, 0, 0))).isEmpty();
  }

  private static String berlin(String text, String after) throws ParseException {
    org.quartz.CronExpression cron = new org.quartz.CronExpression(text);
    cron.setTimeZone(TimeZone.getTimeZone("Europe/Berlin"));
    return cron.getNextValidTimeAfter(Date.from(Instant.parse(after))).toInstant().toString();
  }

  private static List<String> quartz(String text, LocalDateTime from) throws ParseException {
    org.quartz.CronExpression cron = new org.quartz.CronExpression(text);
    cron.setTimeZone(TimeZone.getTimeZone("UTC"));
    List<String> times = new ArrayList<>();
    @Nullable Date next =
        cron.getNextValidTimeAfter(Date.from(from.minusSeconds(1).toInstant(ZoneOffset.UTC)));
    while (next != null && times.size() < TIMES_EACH) {
      times.add(LocalDateTime.ofInstant(next.toInstant(), ZoneOffset.UTC).toString());
      next = cron.getNextValidTimeAfter(next);
    }
    return times;
  }
}
