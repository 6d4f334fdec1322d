package org.goodtiming.scheduler.quartz;

import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quartz.Calendar;
import org.quartz.Trigger;
import org.quartz.TriggerKey;

/**
 * A trigger of a Quartz database.
 *
 * @param state of {@code QRTZ_TRIGGERS}, such as {@code WAITING} or {@code PAUSED}
 * @param calendar what it excludes; null if the trigger names none
 */
record StoredTrigger(Trigger trigger, String state, StoredJob job, @Nullable Calendar calendar) {

  /** The name, and its group before it unless that is Quartz's default. */
  static String name(TriggerKey key) {
    return TriggerKey.DEFAULT_GROUP.equals(key.getGroup())
        ? key.getName()
        : key.getGroup() + "." + key.getName();
  }

  /** The times at which Quartz would fire it after an instant. */
  Stream<Instant> fireTimes(Instant after) {
    Date first = trigger.getFireTimeAfter(Date.from(after));
    return Stream.iterate(first, time -> time != null, trigger::getFireTimeAfter)
        .filter(time -> calendar == null || calendar.isTimeIncluded(time.getTime()))
        .map(Date::toInstant);
  }
}
