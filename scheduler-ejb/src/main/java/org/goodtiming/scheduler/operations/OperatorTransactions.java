package org.goodtiming.scheduler.operations;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.jspecify.annotations.Nullable;

/** Changes by operators, each in its own transaction, which is committed on return. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class OperatorTransactions {

  private @Inject WorkerQueueChanges workerQueues;
  private @Inject QuarantineChanges quarantine;
  private @Inject ScheduleChanges schedules;
  private @Inject CalendarChanges calendars;
  private @Inject LeaseChanges leases;
  private @Inject DefinitionChanges definitions;
  private @Inject DueSignal dueSignal;
  private @Inject QuarantineMending mending;

  /** Whether the queue is new on the allow-list. */
  public boolean putWorkerQueue(String login, String name, WorkerQueueSettings settings) {
    return workerQueues.put(login, name, settings);
  }

  /** False if the queue is not on the allow-list. */
  public boolean pauseWorkerQueue(String login, String name, boolean paused) {
    return workerQueues.pause(login, name, paused);
  }

  /** Pauses a schedule, until a time or until it is resumed. */
  public ScheduleChanges.Outcome pauseSchedule(String login, JobKey key, @Nullable Instant until) {
    return schedules.pause(login, key, until);
  }

  /** Resumes a schedule. */
  public ScheduleChanges.Outcome resumeSchedule(String login, JobKey key) {
    dueSignal.afterCommit(Instant.EPOCH);
    return schedules.resume(login, key);
  }

  /** Has another node lead a partition. False if nobody held its lease. */
  public boolean stepDown(String login, String partition) {
    return leases.stepDown(login, partition);
  }

  /** Whether the calendar is new. */
  public boolean putCalendar(String login, String name, ExclusionCalendar excludes) {
    return calendars.put(login, name, excludes);
  }

  /** Deletes a calendar that no schedule names. */
  public Deletion deleteCalendar(String login, String name) {
    return calendars.delete(login, name);
  }

  /** Puts the definition that the JSON object describes. */
  public DefinitionChanges.Put putDefinition(String login, String name, String json) {
    return definitions.put(login, name, json);
  }

  /** Deletes a definition that no schedule names. */
  public Deletion deleteDefinition(String login, String name) {
    return definitions.delete(login, name);
  }

  /** False if there is no such row. */
  public boolean resubmit(String login, long id) {
    return quarantine.resubmit(login, id);
  }

  /** False if there is no such row. */
  public boolean mend(String login, long id, QuarantineMend mend) {
    return mending.mend(login, id, mend);
  }

  /** False if there is no such row. */
  public boolean discard(String login, long id) {
    return quarantine.discard(login, id);
  }
}
