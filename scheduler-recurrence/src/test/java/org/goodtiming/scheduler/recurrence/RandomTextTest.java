package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.recurrence.cron.RandomCron;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

/**
 * Random texts are read or refused, never more; {@code -Drecurrence.texts=1000000} tries more of
 * them. The search is bounded by its own limits, a hang would end the build.
 */
class RandomTextTest {
  private static final long SEED = Long.getLong("recurrence.seed", 20261122);
  private static final int TEXTS = Integer.getInteger("recurrence.texts", 20_000);
  private static final List<String> WORDS =
      List.of(
          "cron:",
          "every:",
          "delay:",
          "days:",
          "months:",
          "daily:",
          "rrule:",
          "iso:",
          "once:",
          "0",
          "1",
          "2",
          "7",
          "31",
          "59",
          "99",
          "-",
          "/",
          ",",
          "*",
          "?",
          "L",
          "W",
          "#",
          " ",
          " ",
          " ",
          "PT1H",
          "PT20M",
          "P1M",
          "P0D",
          "R5",
          "R",
          "FREQ=",
          "DAILY",
          "YEARLY",
          "SECONDLY",
          ";",
          "BYDAY=",
          "BYMONTH=",
          "BYMONTHDAY=",
          "COUNT=",
          "INTERVAL=",
          "UNTIL=",
          "MO",
          "FR",
          "MON",
          "SUN",
          "JAN",
          "2026-12-01T10:00Z",
          "09:00",
          "17:00",
          " zone=",
          "Europe/Berlin",
          " start=",
          " until=",
          " times=",
          " gap=skip",
          " overlap=both",
          " except=",
          "any(",
          "not(",
          ")",
          "weekly:",
          "dates:",
          "annual:",
          "\u00e4",
          "\u0000",
          "@daily");

  private final Random random = new Random(SEED);

  @Test
  void a_random_text_is_read_or_refused() {
    for (int i = 0; i < TEXTS; i++) {
      readAndUse(random.nextInt(4) == 0 ? changed(valid()) : words());
    }
  }

  @Test
  void what_is_read_survives_a_round_trip() {
    for (int i = 0; i < TEXTS; i++) {
      Recurrence recurrence = Recurrence.parse(valid());
      assertThat(Recurrence.parse(recurrence.toString())).isEqualTo(recurrence);
    }
  }

  private static void readAndUse(String text) {
    try {
      Recurrence recurrence = Recurrence.parse(text);
      assertThat(recurrence.describe()).endsWith(".");
      recurrence.explain(Instant.parse("2026-11-22T12:00:00Z"), 3);
      assertThat(Recurrence.parse(recurrence.toString())).isEqualTo(recurrence);
    } catch (RecurrenceSyntaxException e) {
      assertThat(e).hasMessageContaining(" ");
    } catch (RuntimeException e) {
      fail("recurrence.seed=%d, text '%s'".formatted(SEED, text), e);
    }
  }

  private String words() {
    StringBuilder text = new StringBuilder();
    int words = 1 + random.nextInt(15);
    for (int i = 0; i < words; i++) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }

  private String valid() {
    String rule =
        switch (random.nextInt(6)) {
          case 0 -> "every:PT" + (1 + random.nextInt(999)) + "M";
          case 1 -> "months:" + (1 + random.nextInt(99)) + "/skip start=2024-02-29T23:59:59Z";
          case 2 -> "daily:PT" + (1 + random.nextInt(99)) + "M/09:00-17:30/FRI-MON";
          case 3 -> "rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=" + (1 + random.nextInt(31));
          default -> "cron:" + new RandomCron(random).readable();
        };
    return rule
        + (random.nextBoolean() ? " zone=Australia/Lord_Howe" : "")
        + (random.nextInt(4) == 0 ? " except=any(weekly:SUN; daily:10:00-12:00)" : "");
  }

  private String changed(String text) {
    int at = random.nextInt(text.length());
    String word = WORDS.get(random.nextInt(WORDS.size()));
    return text.substring(0, at)
        + word
        + text.substring(Math.min(text.length(), at + random.nextInt(3)));
  }
}
