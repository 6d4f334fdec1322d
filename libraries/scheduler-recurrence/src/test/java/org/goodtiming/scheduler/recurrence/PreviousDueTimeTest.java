package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreviousDueTimeTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261126);
  private static final int RECURRENCES = Integer.getInteger("recurrence.texts", 20_000) / 100;
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cron:0 0 6 ? * MON-FRI | 2026-11-30T06:00:00Z | 2026-11-27T06:00:00Z",
        "cron:0 0 6 ? * MON-FRI | 2026-11-30T06:00:00.000000001Z | 2026-11-30T06:00:00Z",
        "cron:0 0 6 29 2 ? 2024 | 9999-12-31T00:00:00Z | 2024-02-29T06:00:00Z",
        "every:PT1H start=2026-12-01T10:00Z times=2 | 2026-12-01T15:30:00Z | 2026-12-01T15:00:00Z",
        "every:PT1H start=2026-12-01T10:00Z | 2026-12-01T10:00:00Z |",
        "every:PT1H until=2026-12-01T10:00Z | 2030-12-01T10:00:00Z | 2026-12-01T10:00:00Z",
        "rrule:FREQ=DAILY;COUNT=3 start=2026-12-01T10:00Z | 2030-01-01T00:00:00Z | 2026-12-03T10:00:00Z",
        "cron:0 30 2 ? * * zone=Europe/Berlin overlap=both | 2026-10-25T01:30:00Z | 2026-10-25T00:30:00Z",
        "cron:0 0 6 ? * * except=weekly:SAT,SUN | 2026-11-30T00:00:00Z | 2026-11-27T06:00:00Z",
      })
  void the_previous_time_is_the_last_one_before(String text, Instant before, Instant expected) {
    assertThat(Recurrence.parse(text).previous(before)).isEqualTo(Optional.ofNullable(expected));
  }

  @Test
  void the_times_between_include_the_first_instant_and_not_the_last() {
    Recurrence hourly = Recurrence.parse("every:PT1H times=1");
    Instant ten = Instant.parse("2026-12-01T10:00:00Z");

    assertThat(hourly.between(ten, ten.plusSeconds(7_200)))
        .containsExactly(ten, ten.plusSeconds(3_600));
    assertThat(hourly.between(ten, ten)).isEmpty();
    assertThat(hourly.between(Instant.MIN, Instant.MAX).limit(1)).containsExactly(Instant.EPOCH);
  }

  @Test
  void an_instant_matches_to_the_nanosecond() {
    Recurrence hourly = Recurrence.parse("every:PT1H");

    assertThat(hourly.matches(Instant.EPOCH)).isTrue();
    assertThat(hourly.matches(Instant.EPOCH.plusNanos(1))).isFalse();
    assertThat(hourly.matches(Instant.MIN)).isFalse();
    assertThat(hourly.matches(Instant.MAX)).isFalse();
    assertThat(hourly.previous(Instant.MIN)).isEmpty();
    assertThat(hourly.previous(Instant.MAX)).contains(Instant.parse("9999-01-01T00:00:00Z"));
  }

  @Test
  void a_delay_has_no_times_without_its_runs() {
    Recurrence delay = Recurrence.parse("delay:PT1H");

    assertThatThrownBy(() -> delay.previous(NOW))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("recurrence 'delay:PT1H': has no times without its runs");
    assertThatThrownBy(() -> delay.matches(NOW)).isInstanceOf(RecurrenceSyntaxException.class);
    assertThatThrownBy(() -> delay.between(NOW, NOW)).isInstanceOf(RecurrenceSyntaxException.class);
  }

  @Test
  void forward_and_backward_are_the_same_times() {
    Random random = new Random(SEED);
    RandomText texts = new RandomText(random);
    for (int i = 0; i < RECURRENCES; i++) {
      Recurrence recurrence =
          Recurrence.parse(
              texts.recurrence(), name -> Optional.of(ExclusionCalendar.parse("weekly:SUN")));
      List<Instant> due = recurrence.between(NOW, Instant.MAX).limit(6).toList();

      for (int next = 1; next < due.size(); next++) {
        check(recurrence, due.get(next - 1), due.get(next));
      }
    }
  }

  private static void check(Recurrence recurrence, Instant first, Instant second) {
    String text = "recurrence.seed=%d %s".formatted(SEED, recurrence);
    assertThat(recurrence.previous(second)).as(text).contains(first);
    assertThat(recurrence.previous(second.plusNanos(1))).as(text).contains(second);
    assertThat(recurrence.matches(second)).as(text).isTrue();
    assertThat(recurrence.matches(second.minusNanos(1))).as(text).isFalse();
    assertThat(recurrence.between(first, second)).as(text).containsExactly(first);
  }
}
