package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 2026-11-28 and 2026-12-05 are Saturdays. */
class RollTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261126);
  private static final int RECURRENCES = 500;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cron:0 0 6 5 * ? roll=back except=weekly:SAT,SUN | 2026-12-04T06:00:00Z 2027-01-05T06:00:00Z",
        "cron:0 0 6 5 * ? roll=forward except=weekly:SAT,SUN | 2026-12-07T06:00:00Z 2027-01-05T06:00:00Z",
        "cron:0 0 6 5 * ? roll=forward except=any(weekly:SAT,SUN; dates:2026-12-07) | 2026-12-08T06:00:00Z",
        "cron:0 0 6 L * ? zone=Europe/Berlin roll=back except=any(weekly:SAT,SUN; holidays:DE; annual:12-31) | 2026-11-30T05:00:00Z 2026-12-30T05:00:00Z 2027-01-29T05:00:00Z 2027-02-26T05:00:00Z 2027-03-31T04:00:00Z",
        "cron:0 0 6 ? * * roll=back except=weekly:SAT,SUN | 2026-11-27T06:00:00Z 2026-11-30T06:00:00Z",
        "rrule:FREQ=WEEKLY;BYDAY=FR,SA;BYHOUR=16 roll=back except=weekly:SAT,SUN | 2026-11-27T16:00:00Z 2026-12-04T16:00:00Z",
        "cron:0 0 10 ? * SAT roll=back rdate=20261127T160000 except=weekly:SAT,SUN | 2026-11-27T10:00:00Z 2026-11-27T16:00:00Z 2026-12-04T10:00:00Z",
        "cron:0 0 13 ? * SAT roll=forward except=any(weekly:SAT,SUN; daily:12:00-14:00) | 9999",
        "cron:0 0 6 5 * ? roll=back until=2026-12-04T12:00Z except=weekly:SAT,SUN | 2026-12-04T06:00:00Z",
      })
  void a_run_of_an_excluded_day_moves_to_a_working_day(String text, String expected) {
    List<String> times = expected.equals("9999") ? List.of() : List.of(expected.split(" "));

    assertThat(due(text, times.size())).isEqualTo(times);
    assertThat(times.isEmpty() ? due(text, 1) : List.of()).isEmpty();
  }

  @Test
  void the_explanation_names_the_planned_time() {
    assertThat(
            Recurrence.parse("cron:0 0 6 5 * ? roll=back except=weekly:SAT,SUN")
                .explain(Instant.parse("2026-12-01T00:00:00Z"), 1))
        .extracting(line -> line.at() + " " + line.reason())
        .containsExactly(
            "2026-12-04T06:00:00Z planned for 2026-12-05T06:00, excluded by weekly:SAT,SUN: moved back");
  }

  /** Clocks in Berlin go forward on Sunday, 2026-03-29, and back on Sunday, 2026-10-25. */
  @Test
  void the_explanation_names_a_clock_change_of_the_planned_day() {
    assertThat(
            explanation(
                "cron:0 30 2 29 * ? zone=Europe/Berlin roll=forward except=weekly:SUN",
                "2026-03-01T00:00:00Z",
                1))
        .containsExactly(
            "2026-03-30T01:00:00Z 2026-03-29T02:30 does not exist, clocks go forward from 02:00 to"
                + " 03:00: due at the end of the gap; planned for 2026-03-29T03:00, excluded by"
                + " weekly:SUN: moved forward");
    assertThat(
            explanation(
                "cron:0 30 2 ? * * zone=Europe/Berlin gap=skip roll=back except=weekly:SUN",
                "2026-03-27T12:00:00Z",
                2))
        .containsExactly(
            "2026-03-28T01:30:00Z as planned",
            "2026-03-29T01:00:00Z 2026-03-29T02:30 does not exist, clocks go forward from 02:00 to"
                + " 03:00: skipped",
            "2026-03-30T00:30:00Z as planned");
    assertThat(
            explanation(
                "cron:0 30 2 ? * * zone=Europe/Berlin roll=forward except=weekly:SAT",
                "2026-10-23T12:00:00Z",
                2))
        .containsExactly(
            "2026-10-25T00:30:00Z planned for 2026-10-24T02:30, excluded by weekly:SAT: moved"
                + " forward",
            "2026-10-25T01:30:00Z 2026-10-25T02:30 comes twice, clocks go back: the first is due,"
                + " this is the second",
            "2026-10-26T01:30:00Z as planned");
  }

  @Test
  void the_explanation_names_a_clock_change_of_the_working_day() {
    String text = "cron:0 30 2 28 * ? zone=Europe/Berlin roll=forward except=weekly:SAT";

    assertThat(explanation(text, "2026-03-02T00:00:00Z", 1))
        .containsExactly(
            "2026-03-29T01:00:00Z planned for 2026-03-28T02:30, excluded by weekly:SAT: moved"
                + " forward; 2026-03-29T02:30 does not exist, clocks go forward from 02:00 to"
                + " 03:00: due at the end of the gap");
    assertThat(due(text.replace("roll", "gap=shift roll"), "2026-03-02T00:00:00Z", 1))
        .containsExactly("2026-03-29T01:30:00Z");
    assertThat(due(text.replace("roll", "gap=skip roll"), "2026-03-02T00:00:00Z", 1))
        .containsExactly("2026-04-28T00:30:00Z");
  }

  @Test
  void the_explanation_names_an_exdate_once() {
    assertThat(
            explanation(
                "cron:0 0 6 ? * * roll=back exdate=20261201,20261204 except=weekly:SAT,SUN",
                "2026-11-30T12:00:00Z",
                3))
        .containsExactly(
            "2026-12-01T06:00:00Z excluded by exdate=20261201",
            "2026-12-02T06:00:00Z as planned",
            "2026-12-03T06:00:00Z as planned",
            "2026-12-04T06:00:00Z excluded by exdate=20261204",
            "2026-12-04T06:00:00Z planned for 2026-12-05T06:00, excluded by weekly:SAT,SUN: moved back");
  }

  @Test
  void a_delay_is_not_rolled() {
    assertThatThrownBy(() -> Recurrence.parse("delay:PT1H roll=back except=weekly:SUN"))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("roll 'delay:PT1H': a delay already waits for its calendar");
  }

  @Test
  void the_due_times_are_those_of_a_list_that_is_moved_and_sorted() {
    Random random = new Random(SEED);
    for (int i = 0; i < RECURRENCES; i++) {
      Roll roll = random.nextBoolean() ? Roll.BACK : Roll.FORWARD;
      Recurrence plain =
          Recurrence.parse(
              "cron:0 %d %d,%d 1/%d * ?"
                  .formatted(
                      random.nextInt(60), random.nextInt(24), random.nextInt(24), 1 + i % 9));
      Recurrence rolled =
          Recurrence.parse(plain + " except=any(weekly:SAT-MON; annual:12-24,12-25,12-31)")
              .roll(roll);
      Instant from = Instant.parse("2026-11-01T00:00:00Z").plusSeconds(random.nextInt(9_000_000));

      assertThat(rolled.dueTimes(from).limit(12))
          .as("recurrence.seed=%d %s", SEED, rolled)
          .isEqualTo(moved(plain, roll, from));
    }
  }

  private static List<Instant> moved(Recurrence plain, Roll roll, Instant from) {
    TreeSet<Instant> moved = new TreeSet<>();
    plain
        .between(from.minusSeconds(1_000_000), from.plusSeconds(20_000_000))
        .forEach(time -> moved.add(moved(time, roll)));
    return moved.tailSet(from, false).stream().limit(12).toList();
  }

  private static Instant moved(Instant time, Roll roll) {
    LocalDateTime local = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    while (isExcluded(local.toLocalDate())) {
      local = local.plusDays(roll == Roll.BACK ? -1 : 1);
    }
    return local.toInstant(ZoneOffset.UTC);
  }

  private static boolean isExcluded(LocalDate day) {
    DayOfWeek weekday = day.getDayOfWeek();
    boolean isClosed =
        weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY || weekday == DayOfWeek.MONDAY;
    return isClosed || List.of("12-24", "12-25", "12-31").contains(day.toString().substring(5));
  }

  private static List<String> explanation(String text, String after, int runs) {
    return Recurrence.parse(text).explain(Instant.parse(after), runs).stream()
        .map(line -> line.at() + " " + line.reason())
        .toList();
  }

  private static List<String> due(String text, int most) {
    return due(text, "2026-11-26T12:00:00Z", most);
  }

  private static List<String> due(String text, String after, int most) {
    return Recurrence.parse(text)
        .dueTimes(Instant.parse(after))
        .limit(most)
        .map(Instant::toString)
        .toList();
  }
}
