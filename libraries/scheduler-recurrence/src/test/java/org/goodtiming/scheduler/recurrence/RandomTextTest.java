package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.HolidayCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random texts are read or refused in time, never more. The profile {@code nightly} tries more of
 * them, and allows 25 ms instead of 50: other work on the machine slows down even CPU time.
 */
class RandomTextTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261122);
  private static final int TEXTS = Integer.getInteger("recurrence.texts", 20_000);
  private static final Duration LIMIT =
      Duration.ofMillis(Integer.getInteger("recurrence.limit-ms", 50));
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final NamedCalendars CALENDARS =
      name ->
          name.equals("company")
              ? Optional.of(ExclusionCalendar.parse("any(weekly:SAT,SUN; annual:12-24)"))
              : Optional.empty();

  private final Random random = new Random(SEED);
  private final RandomText texts = new RandomText(random);

  /** The first use of a country reads files, and computes each year: the exception to the limit. */
  @BeforeAll
  static void use_the_holidays_for_the_first_time() {
    for (String region : new String[] {"DE", "DE-BE", "US"}) {
      HolidayCalendar holidays = new HolidayCalendar(region);
      IntStream.range(1970, 2100).forEach(year -> holidays.excludes(LocalDate.of(year, 1, 1)));
    }
  }

  @Test
  void a_random_text_is_read_or_refused() {
    measured(
        TEXTS,
        () -> random.nextInt(4) == 0 ? texts.changed(texts.recurrence()) : texts.words(),
        RandomTextTest::readAndUse);
  }

  @Test
  void a_readable_text_is_explained_in_time() {
    measured(TEXTS / 5, texts::recurrence, RandomTextTest::readAndUse);
  }

  @Test
  void a_rule_with_any_parts_is_read_or_refused_in_time() {
    measured(TEXTS / 5, texts::anyRule, RandomTextTest::readAndUse);
  }

  @Test
  void working_time_with_any_calendar_is_found_or_refused() {
    measured(TEXTS / 10, () -> texts.calendar(4), RandomTextTest::work);
  }

  @ParameterizedTest
  @MethodSource("org.goodtiming.scheduler.recurrence.SlowTexts#recurrences")
  void a_text_that_is_made_to_be_slow_is_not(String text) {
    assertThat(CpuTime.of(LIMIT, () -> readAndUse(text))).as(text).isLessThan(LIMIT);
  }

  @ParameterizedTest
  @MethodSource("org.goodtiming.scheduler.recurrence.SlowTexts#calendars")
  void a_calendar_that_is_made_to_be_slow_is_not(String text) {
    assertThat(CpuTime.of(LIMIT, () -> work(text))).as(text).isLessThan(LIMIT);
    assertThat(CpuTime.of(LIMIT, () -> readAndUse("every:PT1M except=" + text)))
        .as(text)
        .isLessThan(LIMIT);
  }

  @Test
  void every_parsed_text_survives_a_round_trip() {
    for (int i = 0; i < TEXTS / 5; i++) {
      Recurrence recurrence = Recurrence.parse(texts.recurrence(), CALENDARS);
      assertThat(Recurrence.parse(recurrence.toString(), CALENDARS)).isEqualTo(recurrence);
    }
  }

  private interface Texts {
    String next();
  }

  private static void measured(int number, Texts texts, Consumer<String> use) {
    Duration longest = Duration.ZERO;
    String slowest = "";
    for (int i = 0; i < number; i++) {
      String text = texts.next();
      Duration spent = CpuTime.of(LIMIT, () -> use.accept(text));
      if (spent.compareTo(longest) > 0) {
        longest = spent;
        slowest = text;
      }
    }
    System.out.printf("recurrence.seed=%d: %d texts, %s: %s%n", SEED, number, longest, slowest);
    assertThat(longest).as("recurrence.seed=%d, text '%s'", SEED, slowest).isLessThan(LIMIT);
  }

  private static void readAndUse(String text) {
    try {
      Recurrence recurrence = Recurrence.parse(text, CALENDARS);
      assertThat(recurrence.describe()).endsWith(".");
      recurrence.next(NOW);
      recurrence.explain(NOW, 3);
      assertThat(Recurrence.parse(recurrence.toString(), CALENDARS)).isEqualTo(recurrence);
    } catch (RecurrenceSyntaxException e) {
      assertThat(e).hasMessageContaining(" ");
    } catch (RuntimeException e) {
      fail("recurrence.seed=%d, text '%s'".formatted(SEED, text), e);
    }
  }

  private static void work(String calendar) {
    try {
      BusinessTime time =
          new BusinessTime(
              ExclusionCalendar.parse(calendar, CALENDARS), ZoneId.of("Europe/Berlin"));
      time.plus(Duration.ofMinutes(90), NOW);
      time.plusDays(3, NOW);
    } catch (RecurrenceSyntaxException e) {
      assertThat(e).hasMessageContaining(" ");
    } catch (RuntimeException e) {
      fail("recurrence.seed=%d, calendar '%s'".formatted(SEED, calendar), e);
    }
  }
}
