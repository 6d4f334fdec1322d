package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The times of a day at which an expression runs. */
record CronTimes(Values seconds, Values minutes, Values hours) {

  boolean contains(LocalTime time) {
    return hours.contains(time.getHour())
        && minutes.contains(time.getMinute())
        && seconds.contains(time.getSecond());
  }

  int count() {
    return hours.count() * minutes.count() * seconds.count();
  }

  /** The number of times of the day before a whole second. */
  int countBefore(LocalTime end) {
    int inHour = minutes.contains(end.getMinute()) ? seconds.countBefore(end.getSecond()) : 0;
    int inDay =
        hours.contains(end.getHour())
            ? minutes.countBefore(end.getMinute()) * seconds.count() + inHour
            : 0;
    return hours.countBefore(end.getHour()) * minutes.count() * seconds.count() + inDay;
  }

  /** The times as seconds since midnight, in their order. */
  IntStream secondsOfDay() {
    return hours.stream()
        .flatMap(hour -> minutes.stream().map(minute -> hour * 60 + minute))
        .flatMap(minute -> seconds.stream().map(second -> minute * 60 + second));
  }

  LocalTime first() {
    return firstIn(hours.first());
  }

  /** The first time that is not before the given whole second; null when the day has no more. */
  @Nullable LocalTime nextOrSame(LocalTime from) {
    int hour = hours.nextOrSame(from.getHour());
    if (hour < 0) {
      return null;
    }
    if (hour > from.getHour()) {
      return firstIn(hour);
    }
    LocalTime inHour = nextInHour(from);
    if (inHour != null) {
      return inHour;
    }
    int later = hours.nextOrSame(hour + 1);
    return later < 0 ? null : firstIn(later);
  }

  private @Nullable LocalTime nextInHour(LocalTime from) {
    if (minutes.contains(from.getMinute())) {
      int second = seconds.nextOrSame(from.getSecond());
      if (second >= 0) {
        return LocalTime.of(from.getHour(), from.getMinute(), second);
      }
    }
    int minute = minutes.nextOrSame(from.getMinute() + 1);
    return minute < 0 ? null : LocalTime.of(from.getHour(), minute, seconds.first());
  }

  private LocalTime firstIn(int hour) {
    return LocalTime.of(hour, minutes.first(), seconds.first());
  }

  /** The longest unit that matches as a whole or not at all. */
  ChronoUnit coarsestUnit() {
    if (!seconds.isAll()) {
      return ChronoUnit.SECONDS;
    }
    if (!minutes.isAll()) {
      return ChronoUnit.MINUTES;
    }
    return hours.isAll() ? ChronoUnit.DAYS : ChronoUnit.HOURS;
  }

  /** The expression names a distance between runs, not times of the day. */
  boolean isInterval() {
    return hours.isInterval() || minutes.isInterval();
  }
}
