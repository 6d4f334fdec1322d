package org.goodtiming.scheduler.benchmarks.recurrence;

import static com.cronutils.model.CronType.QUARTZ;
import static com.cronutils.model.definition.CronDefinitionBuilder.instanceDefinitionFor;

import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Date;
import java.util.TimeZone;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.quartz.CronExpression;

/** The libraries that compute the next time of a cron expression. */
enum CronLibrary {
  GOOD_TIMING {
    @Override
    UnaryOperator<Instant> read(String expression, ZoneId zone) {
      Recurrence recurrence = Recurrence.cron(expression).zone(zone);
      return after -> recurrence.next(after).orElseThrow();
    }
  },
  QUARTZ_SCHEDULER {
    @Override
    UnaryOperator<Instant> read(String expression, ZoneId zone) throws ParseException {
      CronExpression cron = new CronExpression(expression);
      cron.setTimeZone(TimeZone.getTimeZone(zone));
      return after -> cron.getNextValidTimeAfter(Date.from(after)).toInstant();
    }
  },
  CRON_UTILS {
    @Override
    UnaryOperator<Instant> read(String expression, ZoneId zone) {
      ExecutionTime times =
          ExecutionTime.forCron(new CronParser(instanceDefinitionFor(QUARTZ)).parse(expression));
      return after -> times.nextExecution(after.atZone(zone)).orElseThrow().toInstant();
    }
  };

  /** A function from an instant to the next time after it. */
  abstract UnaryOperator<Instant> read(String expression, ZoneId zone) throws ParseException;
}
