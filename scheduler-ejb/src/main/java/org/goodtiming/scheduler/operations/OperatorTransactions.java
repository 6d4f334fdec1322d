package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.operations.cluster.DutyChanges;
import org.goodtiming.scheduler.operations.cluster.LeaseChanges;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChanges;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMend;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMending;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.schedule.CalendarChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.telemetry.NodeDuties;
import org.jspecify.annotations.Nullable;

/**
 * Changes by operators, each in its own transaction, which is committed on return. A row that does
 * not meet the condition is not changed.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class OperatorTransactions {

  private @Inject EditedRows rows;
  private @Inject WorkerQueueChanges workerQueues;
  private @Inject QuarantineChanges quarantine;
  private @Inject ScheduleChanges schedules;
  private @Inject CalendarChanges calendars;
  private @Inject LeaseChanges leases;
  private @Inject DutyChanges duties;
  private @Inject DefinitionChanges definitions;
  private @Inject DueSignal dueSignal;
  private @Inject QuarantineMending mending;

  /** Whether the queue is new on the allow-list. */
  public boolean putWorkerQueue(
      String login,
      String name,
      Condition condition,
      Map<QueueSetting, Object> settings,
      @Nullable String inputSchema) {
    rows.check(condition, EditedRow.WORKER_QUEUE, name);
    boolean created = workerQueues.put(login, name, settings);
    condition.checkCreated(created);
    if (inputSchema != null) {
      workerQueues.setInputSchema(login, name, inputSchema);
    }
    return created;
  }

  /** Takes a queue off the allow-list if nothing is left of it. */
  public WorkerQueueChanges.Removal deleteWorkerQueue(
      String login, String name, Condition condition) {
    workerQueues.lockAllowList();
    rows.check(condition, EditedRow.WORKER_QUEUE, name);
    return workerQueues.remove(login, name);
  }

  /** Pauses a worker queue, until a time or until it is resumed. */
  public WorkerQueueChanges.Pause pauseWorkerQueue(
      String login, String name, Condition condition, @Nullable Instant until) {
    rows.check(condition, EditedRow.WORKER_QUEUE, name);
    if (until != null) {
      dueSignal.afterCommit(until);
    }
    return workerQueues.pause(login, name, until);
  }

  /** False if the queue is not on the allow-list. */
  public boolean resumeWorkerQueue(String login, String name, Condition condition) {
    rows.check(condition, EditedRow.WORKER_QUEUE, name);
    return workerQueues.resume(login, name);
  }

  /** Pauses a schedule, until a time or until it is resumed. */
  public ScheduleChanges.Outcome pauseSchedule(
      String login, JobKey key, Condition condition, @Nullable Instant until) {
    rows.check(condition, EditedRow.SCHEDULE, key.queue(), key.jobId());
    return schedules.pause(login, key, until);
  }

  /** Resumes a schedule. */
  public ScheduleChanges.Outcome resumeSchedule(String login, JobKey key, Condition condition) {
    rows.check(condition, EditedRow.SCHEDULE, key.queue(), key.jobId());
    dueSignal.afterCommit(Instant.EPOCH);
    return schedules.resume(login, key);
  }

  /** Has another node lead a partition. False if nobody held its lease. */
  public boolean stepDown(String login, String partition) {
    return leases.stepDown(login, partition);
  }

  /** Names the node that is to lead a partition while it can; null for any. */
  public void preferNode(String login, String partition, @Nullable String node) {
    leases.prefer(login, partition, node);
  }

  /** Takes duties from a node. */
  public void drainNode(String login, String node, NodeDuties taken) {
    duties.drain(login, node, taken);
  }

  /** Gives duties back to a node. */
  public void resumeNode(String login, String node, NodeDuties given) {
    duties.resume(login, node, given);
  }

  /** Whether the calendar is new. */
  public boolean putCalendar(
      String login, String name, Condition condition, ExclusionCalendar excludes) {
    rows.check(condition, EditedRow.CALENDAR, name);
    return calendars.put(login, name, excludes);
  }

  /** Deletes a calendar that no schedule names. */
  public Deletion deleteCalendar(String login, String name, Condition condition) {
    rows.check(condition, EditedRow.CALENDAR, name);
    return calendars.delete(login, name);
  }

  /** Puts the definition that the JSON object describes. */
  public DefinitionChanges.Put putDefinition(
      String login, String name, Condition condition, String json) {
    rows.check(condition, EditedRow.DEFINITION, name);
    return definitions.put(login, name, json);
  }

  /** Deletes a definition that no schedule names. */
  public Deletion deleteDefinition(String login, String name, Condition condition) {
    rows.check(condition, EditedRow.DEFINITION, name);
    return definitions.delete(login, name);
  }

  /** False if there is no such row. */
  public boolean resubmit(String login, long id, Condition condition) {
    rows.check(condition, EditedRow.QUARANTINED, id);
    return quarantine.resubmit(login, id);
  }

  /** False if there is no such row. */
  public boolean mend(String login, long id, Condition condition, QuarantineMend mend) {
    rows.check(condition, EditedRow.QUARANTINED, id);
    return mending.mend(login, id, mend);
  }

  /** False if there is no such row. */
  public boolean discard(String login, long id, Condition condition) {
    rows.check(condition, EditedRow.QUARANTINED, id);
    return quarantine.discard(login, id);
  }
}
