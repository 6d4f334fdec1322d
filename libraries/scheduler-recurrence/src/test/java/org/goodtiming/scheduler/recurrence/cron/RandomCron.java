package org.goodtiming.scheduler.recurrence.cron;

import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Writes expressions that Quartz accepts too. */
public final class RandomCron {
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> WEEKDAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  private final Random random;

  public RandomCron(Random random) {
    this.random = random;
  }

  public String text() {
    if (random.nextInt(8) == 0) {
      return onceADay(workingDay());
    }
    boolean byWeekday = random.nextBoolean();
    return String.join(
        " ",
        pick(3) ? field(0, 59) : "0",
        field(0, 59),
        field(0, 23),
        byWeekday ? "?" : dayOfMonth(),
        month(),
        byWeekday ? dayOfWeek() : "?");
  }

  /** An expression that has a time; some months have no such day. */
  public String readable() {
    while (true) {
      String text = text();
      try {
        return CronExpression.parse(text).toString();
      } catch (RecurrenceSyntaxException e) {
        // Never due: take another one
      }
    }
  }

  /** Quartz loses times of a W day that has several, so W comes with one time a day. */
  private String onceADay(String dayOfMonth) {
    return String.join(
        " ", between(0, 59), between(0, 59), between(0, 23), dayOfMonth, month(), "?");
  }

  private String workingDay() {
    return pick(2) ? "LW" : between(1, 28) + "W";
  }

  private String field(int min, int max) {
    return switch (random.nextInt(6)) {
      case 0 -> "*";
      case 1 -> between(min, max) + "/" + between(1, max);
      case 2 -> between(min, max) + "-" + between(min, max);
      case 3 -> between(min, max) + "-" + between(min, max) + "/" + between(1, 9);
      case 4 -> between(min, max) + "," + between(min, max) + "," + between(min, max);
      default -> between(min, max);
    };
  }

  private String dayOfMonth() {
    return switch (random.nextInt(6)) {
      case 0 -> "L";
      case 1 -> "L-" + between(1, 20);
      case 2 -> between(1, 20) + "," + between(21, 28);
      default -> field(1, 28);
    };
  }

  private String month() {
    return switch (random.nextInt(4)) {
      case 0 -> any(MONTHS) + "-" + any(MONTHS);
      case 1 -> any(MONTHS) + "," + any(MONTHS);
      case 2 -> between(1, 12);
      default -> "*";
    };
  }

  private String dayOfWeek() {
    return switch (random.nextInt(6)) {
      case 0 -> "*";
      case 1 -> any(WEEKDAYS) + "-" + any(WEEKDAYS);
      case 2 -> between(1, 7) + "L";
      case 3 -> between(1, 7) + "#" + between(1, 5);
      case 4 -> any(WEEKDAYS) + "," + any(WEEKDAYS);
      default -> any(WEEKDAYS);
    };
  }

  private boolean pick(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private String any(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private String between(int min, int max) {
    return String.valueOf(min + random.nextInt(max - min + 1));
  }
}
