package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A recurrence, and its meaning for a single minute of the wall clock.
 *
 * @param isInterval whether it names a distance instead of times of the day
 */
record ClockChangePattern(String text, boolean isInterval, Predicate<LocalDateTime> minutes) {

  /** A pattern with times near the change. */
  static ClockChangePattern near(ZoneOffsetTransition change, ZoneId zone, Random random) {
    return new Maker(change.getDateTimeBefore(), zone, random).any();
  }

  boolean matches(LocalDateTime time) {
    return time.getSecond() == 0 && minutes.test(time);
  }

  /** A time falls into the gap; an interval must also not go on soon after it. */
  boolean losesIn(ZoneOffsetTransition gap) {
    LocalDateTime end = gap.getDateTimeAfter();
    return matchesIn(gap.getDateTimeBefore(), end)
        && !(isInterval && matchesIn(end, end.plus(gap.getDuration())));
  }

  /** The times that clocks skip. */
  Stream<LocalDateTime> timesIn(ZoneOffsetTransition gap) {
    LocalDateTime end = gap.getDateTimeAfter();
    return Stream.iterate(
            gap.getDateTimeBefore(), time -> time.isBefore(end), time -> time.plusMinutes(1))
        .filter(this::matches);
  }

  /** An interval that is not longer than the overlap comes in both passes of it. */
  boolean goesOnAround(LocalDateTime time, ZoneOffsetTransition overlap) {
    return matchesIn(time.plus(overlap.getDuration()), time)
        || matchesIn(time.plusMinutes(1), time.minus(overlap.getDuration()).plusMinutes(1));
  }

  private boolean matchesIn(LocalDateTime from, LocalDateTime to) {
    for (LocalDateTime time = from; time.isBefore(to); time = time.plusMinutes(1)) {
      if (matches(time)) {
        return true;
      }
    }
    return false;
  }

  /** Chooses hours around the change, and any minutes. */
  private static final class Maker {
    private final LocalDateTime change;
    private final ZoneId zone;
    private final Random random;
    private final int first;
    private final int second;
    private final int minute;

    Maker(LocalDateTime change, ZoneId zone, Random random) {
      this.change = change;
      this.zone = zone;
      this.random = random;
      this.first = (change.getHour() + 23 + random.nextInt(3)) % 24;
      this.second = (change.getHour() + random.nextInt(3)) % 24;
      this.minute = random.nextInt(60);
    }

    ClockChangePattern any() {
      return switch (random.nextInt(12)) {
        case 0 -> cron(Set.of(first), Set.of(minute), false, minute + " " + first);
        case 1 ->
            cron(set(first, second), Set.of(minute), false, minute + " " + first + "," + second);
        case 2 -> cron(steps(0, 24, 1), Set.of(minute), true, minute + " *");
        case 3 -> minutesInSteps();
        case 4 ->
            cron(steps(first, 24, 2), set(0, minute), true, "0," + minute + " " + first + "/2");
        case 5 -> window();
        case 6 -> days();
        case 7 -> months();
        case 8 -> rule("DAILY;BYHOUR=%s", set(first, second), false);
        case 9 -> rule("HOURLY", steps(0, 24, 1), true);
        case 10 -> unix();
        default -> minutely();
      };
    }

    private ClockChangePattern minutesInSteps() {
      int step = 1 + random.nextInt(59);
      return cron(
          set(first, second),
          steps(minute, 60, step),
          true,
          minute + "/" + step + " " + first + "," + second);
    }

    private static ClockChangePattern cron(
        Set<Integer> hours, Set<Integer> minutes, boolean interval, String fields) {
      return new ClockChangePattern("cron:0 " + fields + " ? * *", interval, at(hours, minutes));
    }

    private ClockChangePattern unix() {
      return new ClockChangePattern(
          "unix:%d %d,%d * * *".formatted(minute, first, second),
          false,
          at(set(first, second), Set.of(minute)));
    }

    private ClockChangePattern window() {
      int step = 1 + random.nextInt(200);
      LocalTime from = LocalTime.of(first, minute);
      String days = List.of("MON-SUN", "SAT-SUN", "FRI-SUN").get(random.nextInt(3));
      int firstDay = days.startsWith("MON") ? 1 : days.startsWith("SAT") ? 6 : 5;
      return new ClockChangePattern(
          "daily:PT%dM/%s-%s/%s".formatted(step, from, from.plusHours(3), days),
          true,
          time ->
              Stream.of(time.toLocalDate(), time.toLocalDate().minusDays(1))
                  .filter(day -> day.getDayOfWeek().getValue() >= firstDay)
                  .map(day -> ChronoUnit.MINUTES.between(day.atTime(from), time))
                  .anyMatch(minutes -> minutes >= 0 && minutes <= 180 && minutes % step == 0));
    }

    private ClockChangePattern days() {
      int every = 1 + random.nextInt(4);
      LocalDateTime start = start(change.toLocalDate().minusDays(every * 3L));
      return new ClockChangePattern(
          "days:%d start=%s".formatted(every, instant(start)),
          false,
          time ->
              time.toLocalTime().equals(start.toLocalTime())
                  && ChronoUnit.DAYS.between(start.toLocalDate(), time.toLocalDate()) % every == 0);
    }

    private ClockChangePattern months() {
      int every = 1 + random.nextInt(4);
      LocalDateTime start = start(change.toLocalDate().minusMonths(every * 3L));
      return new ClockChangePattern(
          "months:%d start=%s".formatted(every, instant(start)),
          false,
          time ->
              time.toLocalTime().equals(start.toLocalTime())
                  && YearMonth.from(start).until(YearMonth.from(time), ChronoUnit.MONTHS) % every
                      == 0
                  && time.getDayOfMonth()
                      == Math.min(start.getDayOfMonth(), YearMonth.from(time).lengthOfMonth()));
    }

    /** A start that exists: the zone may change clocks on that day, too. */
    private LocalDateTime start(LocalDate day) {
      return day.atTime(first, minute).atZone(zone).toLocalDateTime();
    }

    private Instant instant(LocalDateTime start) {
      return start.atZone(zone).toInstant();
    }

    private ClockChangePattern rule(String freq, Set<Integer> hours, boolean interval) {
      String list =
          new TreeSet<>(hours).stream().map(String::valueOf).collect(Collectors.joining(","));
      return new ClockChangePattern(
          "rrule:FREQ=" + freq.formatted(list) + ";BYMINUTE=" + minute,
          interval,
          at(hours, Set.of(minute)));
    }

    private ClockChangePattern minutely() {
      int every = 1 + random.nextInt(200);
      return new ClockChangePattern(
          "rrule:FREQ=MINUTELY;INTERVAL=" + every,
          true,
          time -> ChronoUnit.MINUTES.between(LocalDate.EPOCH.atStartOfDay(), time) % every == 0);
    }

    private static Predicate<LocalDateTime> at(Set<Integer> hours, Set<Integer> minutes) {
      return time -> hours.contains(time.getHour()) && minutes.contains(time.getMinute());
    }

    private static Set<Integer> set(int first, int second) {
      return new TreeSet<>(List.of(first, second));
    }

    private static Set<Integer> steps(int first, int end, int step) {
      return IntStream.iterate(first, i -> i < end, i -> i + step)
          .boxed()
          .collect(Collectors.toSet());
    }
  }
}
