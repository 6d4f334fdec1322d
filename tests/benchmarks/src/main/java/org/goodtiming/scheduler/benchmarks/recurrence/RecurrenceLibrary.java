package org.goodtiming.scheduler.benchmarks.recurrence;

import static com.cronutils.model.definition.CronDefinitionBuilder.instanceDefinitionFor;

import com.cronutils.model.CronType;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Iterator;
import java.util.Set;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.quartz.CronExpression;

/** The libraries that compute the times of a text, with their dialects. */
enum RecurrenceLibrary {
  GOOD_TIMING("Good Timing", Dialect.values()) {
    @Override
    Times times(CorpusCase each) {
      Recurrence recurrence = recurrence(each).zone(each.zone());
      Iterator<Instant> times =
          each.dialect() == Dialect.RRULE
              ? recurrence.starting(each.instant()).dueTimes(Instant.MIN).iterator()
              : recurrence.dueTimes(each.instant()).iterator();
      return () -> times.hasNext() ? times.next() : null;
    }

    private Recurrence recurrence(CorpusCase each) {
      return switch (each.dialect()) {
        case QUARTZ, SPRING -> Recurrence.cron(each.text());
        case UNIX -> Recurrence.unix(each.text());
        case RRULE -> Recurrence.rrule(each.text());
      };
    }
  },
  QUARTZ_SCHEDULER("Quartz", Dialect.QUARTZ) {
    @Override
    Times times(CorpusCase each) throws Exception {
      CronExpression cron = new CronExpression(each.text());
      cron.setTimeZone(TimeZone.getTimeZone(each.zone()));
      return Times.after(
          each.instant(),
          after -> {
            Date next = cron.getNextValidTimeAfter(Date.from(after));
            return next == null ? null : next.toInstant();
          });
    }
  },
  CRON_UTILS("cron-utils", Dialect.QUARTZ, Dialect.SPRING, Dialect.UNIX) {
    @Override
    Times times(CorpusCase each) {
      ExecutionTime cron =
          ExecutionTime.forCron(
              new CronParser(instanceDefinitionFor(type(each.dialect()))).parse(each.text()));
      return Times.after(
          each.instant(),
          after ->
              cron.nextExecution(after.atZone(each.zone()))
                  .map(ZonedDateTime::toInstant)
                  .orElse(null));
    }

    private CronType type(Dialect dialect) {
      return switch (dialect) {
        case QUARTZ -> CronType.QUARTZ;
        case SPRING -> CronType.SPRING53;
        case UNIX -> CronType.UNIX;
        case RRULE -> throw new IllegalArgumentException("cron-utils reads no rules");
      };
    }
  },
  SPRING("Spring", Dialect.SPRING) {
    @Override
    Times times(CorpusCase each) {
      var cron = org.springframework.scheduling.support.CronExpression.parse(each.text());
      return Times.after(
          each.instant(),
          after -> {
            ZonedDateTime next = cron.next(after.atZone(each.zone()));
            return next == null ? null : next.toInstant();
          });
    }
  },
  LIB_RECUR("lib-recur", Dialect.RRULE) {
    @Override
    Times times(CorpusCase each) throws Exception {
      RecurrenceRuleIterator times = new RecurrenceRule(each.text()).iterator(start(each));
      return () -> times.hasNext() ? instant(times.nextDateTime(), each) : null;
    }

    private Instant instant(DateTime time, CorpusCase each) {
      Instant instant = Instant.ofEpochMilli(time.getTimestamp());
      return time.isFloating()
          ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC).atZone(each.zone()).toInstant()
          : instant;
    }

    /** An UNTIL without zone needs a start without zone. Months count from 0 in the library. */
    private DateTime start(CorpusCase each) {
      LocalDateTime time = each.after();
      return new DateTime(
          UNTIL_WITHOUT_ZONE.matcher(each.text()).find() ? null : TimeZone.getTimeZone(each.zone()),
          time.getYear(),
          time.getMonthValue() - 1,
          time.getDayOfMonth(),
          time.getHour(),
          time.getMinute(),
          time.getSecond());
    }
  };

  private static final Pattern UNTIL_WITHOUT_ZONE = Pattern.compile("UNTIL=[0-9T]+(;|$)");

  private final String title;
  private final Set<Dialect> dialects;

  RecurrenceLibrary(String title, Dialect... dialects) {
    this.title = title;
    this.dialects = Set.of(dialects);
  }

  String title() {
    return title;
  }

  boolean reads(Dialect dialect) {
    return dialects.contains(dialect);
  }

  /** The times after that of the case, or of a rule from it on. */
  abstract Times times(CorpusCase each) throws Exception;
}
