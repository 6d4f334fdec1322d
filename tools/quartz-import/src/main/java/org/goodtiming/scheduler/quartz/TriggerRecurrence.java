package org.goodtiming.scheduler.quartz;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.recurrence.EndOfMonth;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.jspecify.annotations.Nullable;
import org.quartz.CalendarIntervalTrigger;
import org.quartz.CronTrigger;
import org.quartz.DailyTimeIntervalTrigger;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.SimpleTrigger;
import org.quartz.TimeOfDay;
import org.quartz.Trigger;

/**
 * Converts the due times of a Quartz trigger to a recurrence. Uses the time zone of this JVM where
 * Quartz uses the default of its JVM.
 */
final class TriggerRecurrence {
  /** Our largest count of runs; a schedule with more ends by its last time instead. */
  private static final int MAX_RUNS = 9999;

  private TriggerRecurrence() {}

  /**
   * Converts a trigger.
   *
   * @throws ImportException if it is of a kind that is not known here
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException if a value is out
   *     of the limits here
   */
  static Recurrence of(StoredTrigger stored) {
    Recurrence recurrence = bounded(stored.trigger(), rule(stored.trigger()));
    return stored.calendar() == null
        ? recurrence
        : recurrence.except(CalendarConversion.of(stored.calendar()));
  }

  private static Recurrence rule(Trigger trigger) {
    if (trigger instanceof CronTrigger cron) {
      return Recurrence.cron(cron.getCronExpression()).zone(cron.getTimeZone().toZoneId());
    }
    if (trigger instanceof SimpleTrigger simple) {
      Recurrence every = Recurrence.every(Duration.ofMillis(simple.getRepeatInterval()));
      return counted(every, simple.getRepeatCount(), simple.getTimesTriggered(), simple);
    }
    if (trigger instanceof CalendarIntervalTrigger interval) {
      return calendarInterval(interval.getRepeatInterval(), interval.getRepeatIntervalUnit())
          .zone(interval.getTimeZone().toZoneId());
    }
    if (trigger instanceof DailyTimeIntervalTrigger daily) {
      Recurrence every = dailyInterval(daily).zone(ZoneId.systemDefault());
      return counted(every, daily.getRepeatCount(), daily.getTimesTriggered(), daily);
    }
    throw new ImportException("triggers of " + trigger.getClass() + " are not supported");
  }

  private static Recurrence counted(
      Recurrence every, int repeatCount, int timesTriggered, Trigger trigger) {
    long runs = repeatCount + 1L - timesTriggered;
    if (repeatCount == SimpleTrigger.REPEAT_INDEFINITELY) {
      return every;
    }
    if (runs <= MAX_RUNS) {
      return every.times((int) runs);
    }
    @Nullable Date last = trigger.getFinalFireTime();
    if (last == null) {
      throw new ImportException(
          "it has %d runs left, and at most %d are counted here: give it an end time in Quartz"
              .formatted(runs, MAX_RUNS));
    }
    return every.until(last.toInstant());
  }

  private static Recurrence calendarInterval(int every, IntervalUnit unit) {
    return switch (unit) {
      case DAY -> Recurrence.days(every);
      case WEEK -> Recurrence.weeks(every);
      case MONTH -> Recurrence.months(every, EndOfMonth.CLAMP);
      case YEAR -> Recurrence.years(every, EndOfMonth.CLAMP);
      default -> Recurrence.every(duration(every, unit));
    };
  }

  private static Recurrence dailyInterval(DailyTimeIntervalTrigger daily) {
    return Recurrence.daily(
        duration(daily.getRepeatInterval(), daily.getRepeatIntervalUnit()),
        time(daily.getStartTimeOfDay()) + "-" + time(daily.getEndTimeOfDay()),
        weekdays(daily.getDaysOfWeek()));
  }

  private static Duration duration(int every, IntervalUnit unit) {
    return Duration.of(
        every,
        switch (unit) {
          case MILLISECOND -> ChronoUnit.MILLIS;
          case SECOND -> ChronoUnit.SECONDS;
          case MINUTE -> ChronoUnit.MINUTES;
          case HOUR -> ChronoUnit.HOURS;
          default -> throw new ImportException("an interval of unit " + unit + " is not supported");
        });
  }

  private static LocalTime time(TimeOfDay time) {
    return LocalTime.of(time.getHour(), time.getMinute(), time.getSecond());
  }

  private static String weekdays(Set<Integer> days) {
    return days.stream().sorted().map(Weekday::name).collect(Collectors.joining(","));
  }

  private static Recurrence bounded(Trigger trigger, Recurrence rule) {
    Recurrence started = rule.starting(anchor(trigger));
    return trigger.getEndTime() == null ? started : started.until(trigger.getEndTime().toInstant());
  }

  // Quartz moves the start of a simple trigger when it reschedules it; the next time is on its grid
  private static Instant anchor(Trigger trigger) {
    @Nullable Date next = trigger.getNextFireTime();
    boolean onGrid = trigger instanceof SimpleTrigger && next != null;
    return (onGrid ? next : trigger.getStartTime()).toInstant();
  }
}
