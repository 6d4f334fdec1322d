package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes rules with any parts that RFC 5545 allows together, and all libraries read alike. */
public final class RandomRule {
  private static final List<String> WEEKDAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
  private static final List<String> FREQUENCIES =
      List.of("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY");
  private final Random random;
  private final StringBuilder rule = new StringBuilder("FREQ=");
  private final int freq;

  private RandomRule(Random random) {
    this.random = random;
    this.freq = random.nextInt(FREQUENCIES.size());
  }

  public static String next(Random random) {
    String rule;
    do {
      rule = new RandomRule(random).write();
    } while (hasSeveralMeanings(rule));
    return rule;
  }

  private static boolean hasSeveralMeanings(String rule) {
    return rule.startsWith("FREQ=YEARLY")
        && !rule.contains("BYYEARDAY")
        && (rule.contains("BYMONTHDAY")
            ? !rule.contains("BYMONTH=") && !rule.contains("BYWEEKNO")
            : rule.contains("BYWEEKNO") && !rule.contains("BYDAY"));
  }

  /** A time in a year from 1998 to 2038. */
  static LocalDateTime time(Random random) {
    LocalDateTime any =
        LocalDateTime.of(1998, 1, 1, 0, 0).plusSeconds(random.nextInt(Integer.MAX_VALUE) * 6L / 10);
    return random.nextInt(3) == 0 ? any.truncatedTo(ChronoUnit.DAYS) : any;
  }

  private String write() {
    rule.append(FREQUENCIES.get(freq));
    sometimes(2, "INTERVAL", () -> String.valueOf(1 + random.nextInt(intervalLimit())));
    sometimes(4, "BYMONTH", () -> list(() -> number(1, 12)));
    boolean yearly = freq == 6;
    boolean hasWeek = yearly && sometimes(4, "BYWEEKNO", () -> list(() -> position(53)));
    if (yearly || freq < 3) {
      sometimes(6, "BYYEARDAY", () -> list(() -> position(366)));
    }
    if (freq != 4) {
      sometimes(4, "BYMONTHDAY", () -> list(() -> position(31)));
    }
    sometimes(2, "BYDAY", () -> list(() -> weekday(freq > 4 && !hasWeek)));
    sometimes(4, "BYHOUR", () -> list(() -> number(0, 23)));
    sometimes(4, "BYMINUTE", () -> list(() -> number(0, 59)));
    sometimes(4, "BYSECOND", () -> list(() -> number(0, 59)));
    if (rule.indexOf("BY") > 0) {
      sometimes(4, "BYSETPOS", () -> list(() -> position(random.nextInt(4) == 0 ? 60 : 3)));
    }
    sometimes(4, "WKST", () -> any(WEEKDAYS));
    return rule.toString();
  }

  private int intervalLimit() {
    return random.nextInt(3) == 0 && freq < 4 ? 400 : 6;
  }

  private boolean sometimes(int oneOf, String name, Supplier<String> value) {
    boolean chosen = random.nextInt(oneOf) == 0;
    if (chosen) {
      rule.append(';').append(name).append('=').append(value.get());
    }
    return chosen;
  }

  private String list(Supplier<String> item) {
    int size = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(8);
    return Stream.generate(item).limit(size).collect(Collectors.joining(","));
  }

  private String number(int min, int max) {
    return String.valueOf(min + random.nextInt(max - min + 1));
  }

  private String position(int max) {
    int edge = random.nextInt(3) == 0 ? Math.min(max, 3) : max;
    int value = 1 + (random.nextBoolean() ? random.nextInt(edge) : max - 1 - random.nextInt(edge));
    return String.valueOf(random.nextBoolean() ? value : -value);
  }

  private String weekday(boolean canHaveNumber) {
    boolean hasNumber = canHaveNumber && random.nextInt(3) == 0;
    return (hasNumber ? position(random.nextInt(4) == 0 ? 53 : 5) : "") + any(WEEKDAYS);
  }

  private String any(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }
}
