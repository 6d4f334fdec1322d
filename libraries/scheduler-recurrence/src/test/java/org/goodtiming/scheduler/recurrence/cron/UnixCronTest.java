package org.goodtiming.scheduler.recurrence.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnixCronTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261126);
  private static final int EXPRESSIONS = Integer.getInteger("recurrence.rules", 2_000);
  private static final int DAYS = 40;

  /** 2026-11-01 is a Sunday. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 6 * * 0     | 2026-11-01T06:00 2026-11-08T06:00",
        "0 6 * * 7     | 2026-11-01T06:00 2026-11-08T06:00",
        "0 6 * * 1-5   | 2026-11-02T06:00 2026-11-03T06:00",
        "0 6 * * 5-7   | 2026-11-01T06:00 2026-11-06T06:00 2026-11-07T06:00",
        "0 6 * * sun,3 | 2026-11-01T06:00 2026-11-04T06:00",
        "0 6 13 * 5    | 2026-11-06T06:00 2026-11-13T06:00 2026-11-20T06:00",
        "0 6 */2 * MON | 2026-11-09T06:00 2026-11-23T06:00 2026-12-07T06:00",
        "*/30 6 2 * *  | 2026-11-02T06:00 2026-11-02T06:30 2026-12-02T06:00",
      })
  void is_due_as_in_a_crontab(String fields, String expected) {
    List<String> times = List.of(expected.split(" "));

    assertThat(due(fields).limit(times.size()).map(LocalDateTime::toString)).isEqualTo(times);
  }

  @Test
  void is_due_when_a_walk_over_every_minute_says() {
    Random random = new Random(SEED);
    for (int i = 0; i < EXPRESSIONS; i++) {
      RandomUnixCron cron = RandomUnixCron.next(random);
      LocalDate from = LocalDate.of(2000, 1, 1).plusDays(random.nextInt(20_000));

      assertThat(until(CronExpression.parseUnix(cron.text()), from))
          .as("recurrence.seed=%d %s", SEED, cron.text())
          .isEqualTo(walk(cron, from));
    }
  }

  private static List<LocalDateTime> until(CronExpression cron, LocalDate from) {
    return times(cron, from.atStartOfDay())
        .takeWhile(time -> time.isBefore(from.plusDays(DAYS).atStartOfDay()))
        .toList();
  }

  private static List<LocalDateTime> walk(RandomUnixCron cron, LocalDate from) {
    List<LocalDateTime> due = new ArrayList<>();
    for (LocalDate day = from; day.isBefore(from.plusDays(DAYS)); day = day.plusDays(1)) {
      for (int minute = 0; cron.matches(day) && minute < 24 * 60; minute++) {
        LocalDateTime time = day.atStartOfDay().plusMinutes(minute);
        if (cron.matches(time)) {
          due.add(time);
        }
      }
    }
    return due;
  }

  private static Stream<LocalDateTime> due(String fields) {
    return times(CronExpression.parseUnix(fields), LocalDateTime.parse("2026-11-01T00:00"));
  }

  private static Stream<LocalDateTime> times(CronExpression cron, LocalDateTime from) {
    return Stream.iterate(
        cron.nextOrSame(from), time -> time != null, time -> cron.nextOrSame(time.plusNanos(1)));
  }
}
