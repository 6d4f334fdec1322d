package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * COUNT and R5, and the number of times between two instants, count runs, not times of the wall
 * clock.
 */
class RunCounterTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261125);
  private static final int RECURRENCES = 1_000;
  private static final List<String> ZONES =
      List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC");
  private static final List<String> RULES =
      List.of(
          "FREQ=SECONDLY;INTERVAL=240",
          "FREQ=MINUTELY;INTERVAL=25",
          "FREQ=MINUTELY;INTERVAL=90",
          "FREQ=MINUTELY;BYHOUR=1,2,3;BYMINUTE=10,50",
          "FREQ=HOURLY",
          "FREQ=HOURLY;INTERVAL=3",
          "FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=0,30",
          "FREQ=DAILY",
          "FREQ=WEEKLY;BYDAY=SA,SU,MO;BYHOUR=1,2");

  private static final List<String> COUNTABLE =
      List.of(
          "every:PT7.3S",
          "every:PT25H",
          "cron:0/30 * * ? * *",
          "cron:20 0/7 1-3 ? * *",
          "cron:0 30 2 ? * *",
          "cron:0 10,50 1,2 ? * SUN",
          "cron:* 30 0-3 L * ?",
          "unix:*/15 * 13 * SUN");

  @Test
  void an_interval_is_due_as_often_as_its_count_says_when_clocks_go_back() {
    assertThat(
            due(
                "rrule:FREQ=SECONDLY;INTERVAL=240;COUNT=10 zone=America/New_York start=2024-11-03T01:52:03-04:00"))
        .hasSize(10)
        .startsWith("2024-11-03T05:52:03Z", "2024-11-03T05:56:03Z", "2024-11-03T06:00:03Z")
        .endsWith("2024-11-03T06:28:03Z");
  }

  @Test
  void a_time_that_clocks_skip_is_not_counted() {
    assertThat(
            due(
                "rrule:FREQ=DAILY;COUNT=3 zone=America/New_York gap=skip start=2024-03-09T02:30-05:00"))
        .containsExactly("2024-03-09T07:30:00Z", "2024-03-11T06:30:00Z", "2024-03-12T06:30:00Z");
    assertThat(due("iso:R3/2024-03-09T02:30-05:00/P1D zone=America/New_York gap=skip"))
        .containsExactly("2024-03-09T07:30:00Z", "2024-03-11T06:30:00Z", "2024-03-12T06:30:00Z");
  }

  @Test
  void a_time_that_is_due_twice_counts_twice() {
    assertThat(due("iso:R3/2026-10-25T02:30+02:00/P1D zone=Europe/Berlin overlap=both"))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z");
  }

  @Test
  void an_excluded_time_counts() {
    assertThat(due("rrule:FREQ=DAILY;COUNT=3 start=2026-12-04T06:00Z except=weekly:SAT"))
        .containsExactly("2026-12-04T06:00:00Z", "2026-12-06T06:00:00Z");
  }

  @Test
  void the_count_ends_the_same_runs_wherever_one_asks_from() {
    Random random = new Random(SEED);
    for (int i = 0; i < RECURRENCES; i++) {
      Recurrence endless = nearClockChange(random);
      int count = 1 + random.nextInt(60);
      List<Instant> expected = endless.dueTimes(Instant.EPOCH).limit(count).toList();
      Recurrence counted =
          Recurrence.parse(endless.toString().replaceFirst(" ", ";COUNT=" + count + " "));

      int asked = random.nextInt(count);
      assertThat(counted.dueTimes(Instant.EPOCH))
          .as("recurrence.seed=%d %s", SEED, counted)
          .isEqualTo(expected);
      assertThat(counted.dueTimes(expected.get(asked)))
          .as("recurrence.seed=%d %s", SEED, counted)
          .isEqualTo(expected.subList(asked + 1, count));
    }
  }

  @Test
  void the_number_of_times_between_two_instants_is_that_of_the_search() {
    Random random = new Random(SEED);
    for (int i = 0; i < RECURRENCES / 4; i++) {
      Recurrence recurrence = nearClockChange(any(COUNTABLE, random), random);
      Instant start = recurrence.dueTimes(Instant.EPOCH).findFirst().orElseThrow();
      Instant from = start.plusMillis(random.nextInt(100_000_000) - 10_000_000L);
      Instant to = from.plusMillis(random.nextInt(200_000_000));

      assertThat(recurrence.isCountable()).isTrue();
      assertThat(recurrence.count(from, to))
          .as("recurrence.seed=%d %s from %s to %s", SEED, recurrence, from, to)
          .isEqualTo(recurrence.between(from, to).count());
    }
  }

  /** A search would take an hour. */
  @Test
  @Timeout(10)
  void the_times_of_a_century_are_counted_at_once() {
    Instant from = Instant.parse("2000-01-01T00:00:00Z");
    Instant to = Instant.parse("2100-01-01T00:00:00Z");
    assertThat(Recurrence.parse("every:PT1S").count(from, to)).isEqualTo(3_155_760_000L);
    assertThat(Recurrence.parse("cron:* * * ? * * zone=Asia/Kolkata").count(from, to))
        .isEqualTo(3_155_760_000L);
    assertThat(Recurrence.parse("cron:* * * ? * MON until=2000-01-03T23:59:59Z").count(from, to))
        .isEqualTo(86_400);
  }

  @Test
  void excluded_times_do_not_count() {
    Recurrence weekdays = Recurrence.parse("cron:0 0 * ? * * except=weekly:SAT,SUN");
    Instant friday = Instant.parse("2026-12-04T12:00:00Z");
    assertThat(weekdays.isCountable()).isFalse();
    assertThat(weekdays.count(friday, friday.plus(Duration.ofDays(3)))).isEqualTo(24);
    assertThat(weekdays.count(friday, friday)).isZero();
  }

  private static Recurrence nearClockChange(Random random) {
    return nearClockChange("rrule:" + any(RULES, random), random);
  }

  private static Recurrence nearClockChange(String rule, Random random) {
    ZoneId zone = ZoneId.of(any(ZONES, random));
    Instant any = Instant.parse("2011-01-01T00:00:00Z").plusSeconds(random.nextInt(500_000_000));
    ZoneOffsetTransition change = zone.getRules().nextTransition(any);
    Instant near = change == null ? any : change.getInstant();
    return Recurrence.parse(rule)
        .zone(zone)
        .starting(near.plus(Duration.ofSeconds(random.nextInt(100_000) - 80_000)))
        .inGap(any(List.of(Gap.values()), random))
        .inOverlap(any(List.of(Overlap.values()), random));
  }

  private static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  private static List<String> due(String text) {
    return Recurrence.parse(text).dueTimes(Instant.EPOCH).limit(20).map(Instant::toString).toList();
  }
}
