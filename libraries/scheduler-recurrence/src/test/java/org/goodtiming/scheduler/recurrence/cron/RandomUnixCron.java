package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Five fields of a crontab, and the values that each of them means. */
public record RandomUnixCron(Field minute, Field hour, Field day, Field month, Field weekday) {

  /** The text of a field, with its values. */
  record Field(String text, Set<Integer> values) {
    boolean beginsWithStar() {
      return text.startsWith("*");
    }

    static Field next(Random random, int min, int max) {
      int from = min + random.nextInt(max - min + 1);
      int to = from + random.nextInt(max - from + 1);
      int step = 1 + random.nextInt(max - min);
      return switch (random.nextInt(6)) {
        case 0 -> new Field("*/" + step, values(min, max, step));
        case 1 -> new Field(from + "-" + to, values(from, to, 1));
        case 2 -> new Field("%d-%d/%d".formatted(from, to, step), values(from, to, step));
        case 3 -> new Field("%d,%d".formatted(to, from), new TreeSet<>(List.of(from, to)));
        case 4 -> new Field("*", values(min, max, 1));
        default -> new Field(String.valueOf(from), Set.of(from));
      };
    }

    private static Set<Integer> values(int from, int to, int step) {
      Set<Integer> values = new TreeSet<>();
      for (int value = from; value <= to; value += step) {
        values.add(value);
      }
      return values;
    }
  }

  /** An expression that is due; some combinations have a day that is in none of their months. */
  public static RandomUnixCron next(Random random) {
    while (true) {
      RandomUnixCron cron = any(random);
      try {
        CronExpression.parseUnix(cron.text());
        return cron;
      } catch (RecurrenceSyntaxException e) {
        // Never due: take another one
      }
    }
  }

  private static RandomUnixCron any(Random random) {
    return new RandomUnixCron(
        Field.next(random, 0, 59),
        Field.next(random, 0, 23),
        Field.next(random, 1, 31),
        Field.next(random, 1, 12),
        Field.next(random, 0, 7));
  }

  public String text() {
    return String.join(" ", minute.text(), hour.text(), day.text(), month.text(), weekday.text());
  }

  boolean matches(LocalDateTime time) {
    return minute.values().contains(time.getMinute()) && hour.values().contains(time.getHour());
  }

  boolean matches(LocalDate date) {
    int value = date.getDayOfWeek().getValue();
    boolean isDay = day.values().contains(date.getDayOfMonth());
    boolean isWeekday =
        weekday.values().contains(value) || (value == 7 && weekday.values().contains(0));
    boolean both = day.beginsWithStar() || weekday.beginsWithStar();
    return month.values().contains(date.getMonthValue())
        && (both ? isDay && isWeekday : isDay || isWeekday);
  }
}
