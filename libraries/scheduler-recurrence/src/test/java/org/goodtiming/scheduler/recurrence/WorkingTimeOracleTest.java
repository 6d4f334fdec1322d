package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares working time, and runs that excluded time delays or omits, with a count of all minutes
 * around clock changes: random calendars with edges near the change, in any zone of the JDK.
 */
class WorkingTimeOracleTest {
  private static final long SEED = Long.getLong("recurrence.seed", System.nanoTime());
  private static final int CALENDARS = Integer.getInteger("recurrence.calendars", 500);
  private static final int INSTANTS = 10;
  private static final int DAYS = 6;
  private static final int DAY = 24 * 60;
  private static final int NONE = -1;

  private final Random random = new Random(SEED);
  private final List<String> differences = new ArrayList<>();

  @Test
  void working_time_is_what_a_count_of_minutes_says() {
    List<String> zones =
        new TreeSet<>(ZoneId.getAvailableZoneIds())
            .stream().filter(zone -> changeAfter(1980, zone) != null).toList();
    for (int i = 0; i < CALENDARS; i++) {
      String zone = zones.get(random.nextInt(zones.size()));
      ZoneOffsetTransition change = changeAfter(1980 + random.nextInt(60), zone);
      if (change != null) {
        Minutes minutes = minutesAround(change, ZoneId.of(zone));
        random.ints(INSTANTS, 0, 2 * DAY).forEach(from -> compare(minutes, from));
      }
    }

    assertThat(differences).as("recurrence.seed=" + SEED).isEmpty();
  }

  private void compare(Minutes minutes, int from) {
    BusinessTime time = new BusinessTime(minutes.closed, minutes.zone);
    Instant at = minutes.at(from);
    int amount = random.nextInt(2 * DAY);
    int end = minutes.endOfOpen(from, amount);
    if (end != NONE) {
      same(minutes, from, amount + " minutes", end, time.plus(Duration.ofMinutes(amount), at));
    }
    int days = random.nextInt(3);
    int due = minutes.afterDays(from, days);
    if (due != NONE) {
      same(minutes, from, days + " days", due, time.plusDays(days, at));
    }
    int delay = 1 + random.nextInt(90);
    int released = minutes.firstOpen(from + delay);
    if (released != NONE) {
      same(minutes, from, "a delay of " + delay, released, next("delay:PT%dM", delay, minutes, at));
      int tick = minutes.firstOpen(from + 1);
      same(minutes, from, "each minute", tick, next("every:PT%dM", 1, minutes, at));
    }
  }

  private static Instant next(String text, int number, Minutes minutes, Instant after) {
    return Recurrence.parse(text.formatted(number))
        .zone(minutes.zone)
        .except(minutes.closed)
        .next(after)
        .orElse(Instant.MIN);
  }

  private void same(Minutes minutes, int from, String what, int minute, Instant ours) {
    if (!ours.equals(minutes.at(minute))) {
      differences.add(
          "%s %s, %s after %s: %s, by the minutes %s"
              .formatted(
                  minutes.closed,
                  minutes.zone,
                  what,
                  minutes.at(from).atZone(minutes.zone),
                  ours.atZone(minutes.zone),
                  minutes.at(minute).atZone(minutes.zone)));
    }
  }

  /** Null if the zone has no more change by whole minutes. */
  private static @Nullable ZoneOffsetTransition changeAfter(int year, String zone) {
    Instant begin = Year.of(year).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    ZoneRules rules = ZoneId.of(zone).getRules();
    ZoneOffsetTransition change = rules.nextTransition(begin);
    return change == null || change.getDuration().toSecondsPart() != 0 ? null : change;
  }

  private Minutes minutesAround(ZoneOffsetTransition change, ZoneId zone) {
    ExclusionCalendar closed = ExclusionCalendar.parse(calendarNear(change.getDateTimeBefore()));
    Instant begin = change.getInstant().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MINUTES);
    LocalDateTime[] clock = new LocalDateTime[DAYS * DAY];
    boolean[] open = new boolean[clock.length];
    for (int i = 0; i < clock.length; i++) {
      clock[i] = LocalDateTime.ofInstant(begin.plusSeconds(60L * i), zone);
      open[i] = !closed.excludes(clock[i]);
    }
    return new Minutes(closed, zone, begin, clock, open);
  }

  private String calendarNear(LocalDateTime change) {
    String window = window(change);
    return switch (random.nextInt(8)) {
      case 0 -> window;
      case 1 -> "any(dates:%s; %s)".formatted(change.toLocalDate().plusDays(1), window);
      case 2 -> "any(%s; %s)".formatted(window, window(change));
      case 3 -> "all(%s; %s)".formatted(window, window(change));
      case 4 -> "cron:* %d-59/2 %d ? * *".formatted(random.nextInt(59), change.getHour());
      case 5 -> "any(weekly:%s; not(%s))".formatted(weekdayNear(change), window);
      default -> "not(%s)".formatted(window);
    };
  }

  private String window(LocalDateTime change) {
    LocalTime from = near(change);
    LocalTime to = near(change);
    return from.equals(to) ? window(change) : "daily:%s-%s".formatted(from, to);
  }

  private LocalTime near(LocalDateTime change) {
    return change
        .toLocalTime()
        .plusMinutes(random.nextInt(181) - 90)
        .truncatedTo(ChronoUnit.MINUTES);
  }

  private String weekdayNear(LocalDateTime change) {
    return change.plusDays(random.nextInt(2)).getDayOfWeek().name().substring(0, 3);
  }

  /** Times of the clocks minute by minute, each with whether it is working time. */
  private record Minutes(
      ExclusionCalendar closed, ZoneId zone, Instant begin, LocalDateTime[] clock, boolean[] open) {

    Instant at(int minute) {
      return begin.plusSeconds(60L * minute);
    }

    int firstOpen(int from) {
      for (int i = from; i < open.length; i++) {
        if (open[i]) {
          return i;
        }
      }
      return NONE;
    }

    /** The end of the last of a number of open minutes. */
    int endOfOpen(int from, int amount) {
      int at = firstOpen(from);
      for (int left = amount; left > 0 && at != NONE; left--) {
        at = left == 1 ? at + 1 : firstOpen(at + 1);
      }
      return at;
    }

    /** The minute of the same time of the day, or the first later one that is open. */
    int afterDays(int from, int days) {
      int at = from;
      for (int left = days; left > 0 && at != NONE; left--) {
        at = firstOpen(nextDay(at));
      }
      return days == 0 || at == NONE ? firstOpen(from) : firstOpen(sameTime(from, at));
    }

    private int nextDay(int from) {
      int at = from;
      while (at < clock.length && !clock[at].toLocalDate().isAfter(clock[from].toLocalDate())) {
        at++;
      }
      return at;
    }

    private int sameTime(int from, int day) {
      LocalDateTime time = clock[day].toLocalDate().atTime(clock[from].toLocalTime());
      int at = 0;
      while (at < clock.length && clock[at].isBefore(time)) {
        at++;
      }
      return at;
    }
  }
}
