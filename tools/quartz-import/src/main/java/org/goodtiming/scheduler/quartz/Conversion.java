package org.goodtiming.scheduler.quartz;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.quartz.SimpleTrigger;
import org.quartz.Trigger;
import org.quartz.impl.jdbcjobstore.Constants;

/**
 * Converts a Quartz trigger.
 *
 * @param queues worker queues by the class names of the Quartz jobs
 */
record Conversion(Map<String, String> queues) {
  /** The states of triggers that Quartz fires, now or when they are resumed. */
  private static final Set<String> FIRING =
      Set.of(
          Constants.STATE_WAITING,
          Constants.STATE_ACQUIRED,
          Constants.STATE_EXECUTING,
          Constants.STATE_BLOCKED,
          Constants.STATE_PAUSED,
          Constants.STATE_PAUSED_BLOCKED);

  /**
   * Converts a trigger.
   *
   * @throws ImportException if it cannot be imported
   */
  Registration of(StoredTrigger stored, Instant now) {
    Instant next = next(stored);
    String queue = queue(stored.job().className());
    try {
      return stored.trigger() instanceof SimpleTrigger simple && isLastRun(simple)
          ? once(queue, stored, simple, next)
          : again(queue, stored, next, now);
    } catch (RecurrenceSyntaxException e) {
      throw new ImportException(String.valueOf(e.getMessage()));
    }
  }

  private Registration once(
      String queue, StoredTrigger stored, SimpleTrigger trigger, Instant due) {
    Map<String, Object> fields = fields(stored);
    fields.put("dueAt", due.toString());
    if (isPaused(stored)) {
      throw new ImportException(
          "it is paused and has only one run left: resume it in Quartz first");
    }
    List<String> remarks =
        MisfireInstruction.dropsLastRun(trigger)
            ? List.of("if it is missed, Quartz drops it; here it runs late")
            : List.of();
    return new Registration(queue, name(stored), fields, false, remarks);
  }

  private Registration again(String queue, StoredTrigger stored, Instant next, Instant now) {
    Recurrence recurrence = TriggerRecurrence.of(stored);
    Map<String, Object> fields = fields(stored);
    fields.put("recurrence", recurrence.toString());
    fields.put("misfire", MisfireInstruction.policy(stored.trigger()));
    List<String> remarks = new ArrayList<>();
    noOverlap(stored.job(), fields, remarks);
    if (next.isBefore(now)) {
      remarks.add("its run of %s was missed, and will not be run".formatted(next));
    }
    FireTimes.difference(stored, recurrence, now).ifPresent(remarks::add);
    MisfireInstruction.difference(stored.trigger()).ifPresent(remarks::add);
    return new Registration(queue, name(stored), fields, isPaused(stored), remarks);
  }

  private String queue(String className) {
    String queue = queues.get(className);
    if (queue == null) {
      throw new ImportException(
          "no worker queue is named for it: --queue %s=NAME".formatted(className));
    }
    return queue;
  }

  private static Instant next(StoredTrigger stored) {
    Date next = stored.trigger().getNextFireTime();
    if (next == null || stored.state().equals(Constants.STATE_COMPLETE)) {
      throw new ImportException("it has no future run");
    }
    if (!FIRING.contains(stored.state())) {
      throw new ImportException(
          "its state is %s, in which Quartz does not fire it: reset or delete it in Quartz"
              .formatted(stored.state()));
    }
    return next.toInstant();
  }

  private static boolean isLastRun(SimpleTrigger trigger) {
    return trigger.getRepeatCount() != SimpleTrigger.REPEAT_INDEFINITELY
        && trigger.getRepeatCount() <= trigger.getTimesTriggered();
  }

  private static String name(StoredTrigger stored) {
    return StoredTrigger.name(stored.trigger().getKey());
  }

  private static Map<String, Object> fields(StoredTrigger stored) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", stored.job().className());
    if (stored.trigger().getPriority() != Trigger.DEFAULT_PRIORITY) {
      fields.put("priority", Math.min(9, Math.max(0, stored.trigger().getPriority())));
    }
    Map<String, Object> data = new LinkedHashMap<>(stored.job().data());
    data.putAll(stored.trigger().getJobDataMap());
    if (!data.isEmpty()) {
      fields.put("body", JobData.plain(data));
    }
    return fields;
  }

  private static boolean isPaused(StoredTrigger stored) {
    return stored.state().startsWith("PAUSED");
  }

  private static void noOverlap(StoredJob job, Map<String, Object> fields, List<String> remarks) {
    if (job.keepsData()) {
      fields.put("stateful", true);
      remarks.add(
          "@PersistJobDataAfterExecution: its worker must report the new data as the result of each run");
    } else if (!job.concurrent()) {
      fields.put("overlap", "wait");
      remarks.add("@DisallowConcurrentExecution: its worker must report the end of each run");
    }
  }
}
