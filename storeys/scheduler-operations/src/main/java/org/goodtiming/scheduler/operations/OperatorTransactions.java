package org.goodtiming.scheduler.operations;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.operations.cluster.DutyChanges;
import org.goodtiming.scheduler.operations.cluster.LeaseChanges;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChanges;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMend;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMending;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.schedule.Backfills;
import org.goodtiming.scheduler.operations.schedule.CalendarChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Changes by operators, each in its own transaction, which is committed on return. A row that does
 * not meet the condition is not changed.
 */
@Singleton
public record OperatorTransactions(
    NewTransaction transaction,
    EditedRows rows,
    WorkerQueueChanges workerQueues,
    QuarantineChanges quarantine,
    ScheduleChanges schedules,
    Backfills backfills,
    JobCancels cancels,
    CalendarChanges calendars,
    LeaseChanges leases,
    DutyChanges duties,
    DefinitionChanges definitions,
    DueSignal dueSignal,
    QuarantineMending mending) {

  @Inject
  public OperatorTransactions {}

  /** Whether the queue is new on the allow-list. */
  public boolean putWorkerQueue(
      String login,
      String name,
      Condition condition,
      Map<QueueSetting, Object> settings,
      @Nullable String inputSchema) {
    return rows.change(
        condition,
        () -> {
          boolean created = workerQueues.put(login, name, settings);
          condition.checkCreated(created);
          if (inputSchema != null) {
            workerQueues.setInputSchema(login, name, inputSchema);
          }
          return created;
        },
        EditedRow.WORKER_QUEUE,
        name);
  }

  /** Takes a queue off the allow-list if nothing is left of it. */
  public WorkerQueueChanges.Removal deleteWorkerQueue(
      String login, String name, Condition condition) {
    return transaction.call(
        () -> {
          workerQueues.lockAllowList();
          rows.check(condition, EditedRow.WORKER_QUEUE, name);
          return workerQueues.remove(login, name);
        });
  }

  /** Pauses a worker queue, until a time or until it is resumed. */
  public WorkerQueueChanges.Pause pauseWorkerQueue(
      String login, String name, Condition condition, @Nullable Instant until) {
    return rows.change(
        condition,
        dueSignal.with(until, () -> workerQueues.pause(login, name, until)),
        EditedRow.WORKER_QUEUE,
        name);
  }

  /** False if the queue is not on the allow-list. */
  public boolean resumeWorkerQueue(String login, String name, Condition condition) {
    return rows.change(
        condition, () -> workerQueues.resume(login, name), EditedRow.WORKER_QUEUE, name);
  }

  /** Pauses a schedule, until a time or until it is resumed. */
  public ScheduleChanges.Outcome pauseSchedule(
      String login, JobKey key, Condition condition, @Nullable Instant until) {
    return rows.change(
        condition, () -> schedules.pause(login, key, until), EditedRow.SCHEDULE, key);
  }

  /** Resumes a schedule. */
  public ScheduleChanges.Outcome resumeSchedule(String login, JobKey key, Condition condition) {
    return rows.change(
        condition,
        dueSignal.with(Instant.EPOCH, () -> schedules.resume(login, key)),
        EditedRow.SCHEDULE,
        key);
  }

  /**
   * Skips the waiting run of a schedule.
   *
   * @param plannedAt of the run that is meant; null for whichever waits
   * @throws ChangedMeanwhileException if another run waits
   */
  public ScheduleChanges.Outcome skipRun(
      String login, JobKey key, Condition condition, @Nullable Instant plannedAt) {
    return rows.change(
        condition,
        () -> {
          if (plannedAt != null
              && schedules.lockedNext(key).filter(next -> !next.equals(plannedAt)).isPresent()) {
            throw new ChangedMeanwhileException();
          }
          return schedules.skip(login, key);
        },
        EditedRow.SCHEDULE,
        key);
  }

  /**
   * Adds runs for planned times that have passed, or counts them; joins a transaction if there is
   * one.
   */
  public Backfills.Answer backfill(
      String login, JobKey key, Condition condition, Backfills.Range range, boolean isDryRun) {
    return transaction.join(
        () -> {
          rows.check(condition, EditedRow.SCHEDULE, key);
          dueSignal.afterCommit(Instant.EPOCH);
          return backfills.backfill(login, key, range, isDryRun);
        });
  }

  /**
   * Ends a schedule by a cancel of its waiting run; empty if none waits. Runs do not change the tag
   * of the condition, and a job without a recurrence stays.
   */
  public Optional<JobCancels.Cancel> endSchedule(String login, JobKey key, Condition condition) {
    return rows.change(
        condition,
        () ->
            schedules.lockedNext(key).map(next -> cancels.cancel(login, key.queue(), key.jobId())),
        EditedRow.SCHEDULE,
        key);
  }

  /** Has another node lead a partition. False if nobody held its lease. */
  public boolean stepDown(String login, String partition) {
    return transaction.call(() -> leases.stepDown(login, partition));
  }

  /** Names the node that is to lead a partition while it can; null for any. */
  public void preferNode(String login, String partition, @Nullable String node) {
    transaction.run(() -> leases.prefer(login, partition, node));
  }

  /** Takes duties from a node. */
  public void drainNode(String login, String node, NodeDuties taken) {
    transaction.run(() -> duties.drain(login, node, taken));
  }

  /** Gives duties back to a node. */
  public void resumeNode(String login, String node, NodeDuties given) {
    transaction.run(() -> duties.resume(login, node, given));
  }

  /** Whether the calendar is new. */
  public boolean putCalendar(
      String login, String name, Condition condition, ExclusionCalendar excludes) {
    return rows.change(
        condition, () -> calendars.put(login, name, excludes), EditedRow.CALENDAR, name);
  }

  /** Deletes a calendar that no schedule names. */
  public Deletion deleteCalendar(String login, String name, Condition condition) {
    return rows.change(condition, () -> calendars.delete(login, name), EditedRow.CALENDAR, name);
  }

  /** Puts the definition that the JSON object describes. */
  public DefinitionChanges.Put putDefinition(
      String login, String name, Condition condition, String json) {
    return rows.change(
        condition, () -> definitions.put(login, name, json), EditedRow.DEFINITION, name);
  }

  /** Deletes a definition that no schedule names. */
  public Deletion deleteDefinition(String login, String name, Condition condition) {
    return rows.change(
        condition, () -> definitions.delete(login, name), EditedRow.DEFINITION, name);
  }

  /** False if there is no such row. */
  public boolean resubmit(String login, long id, Condition condition) {
    return rows.change(condition, () -> quarantine.resubmit(login, id), EditedRow.QUARANTINED, id);
  }

  /** False if there is no such row. */
  public boolean mend(String login, long id, Condition condition, QuarantineMend mend) {
    return rows.change(condition, () -> mending.mend(login, id, mend), EditedRow.QUARANTINED, id);
  }

  /** False if there is no such row. */
  public boolean discard(String login, long id, Condition condition) {
    return rows.change(condition, () -> quarantine.discard(login, id), EditedRow.QUARANTINED, id);
  }
}
