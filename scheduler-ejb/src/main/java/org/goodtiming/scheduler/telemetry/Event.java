package org.goodtiming.scheduler.telemetry;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event of the core, as plain values, published after the commit. */
public sealed interface Event {

  /** A node has read that it has other duties than before. */
  record DutiesChanged(String node, boolean dispatches, boolean registers) implements Event {}

  /** A node hands a partition over, because the other is preferred or leads fewer. */
  record LeaseHandedOver(String partition, String node, String to) implements Event {}

  /** The server has called the EJB timer of this node. */
  record TimerCalled() implements Event {}

  /**
   * @param status as in the receipt, but not rejected
   */
  record RegistrationsStored(String queue, String status, int jobs) implements Event {}

  /**
   * @param code of the refusal
   */
  record RegistrationsRefused(String code, int jobs) implements Event {}

  /** The leader has polled the database. */
  record Polled(Duration took) implements Event {}

  /**
   * One batch's jobs of one queue were sent.
   *
   * @param dropped jobs that had expired or were cancelled, and were not sent
   * @param latenessMicros of each job that was sent: from its due time to the commit
   */
  record JobsDispatched(String queue, int dropped, long[] latenessMicros) implements Event {}

  record BatchCommitted(int jobs, Duration commit) implements Event {}

  record BatchFailed(Set<String> queues, String error) implements Event {}

  /**
   * A batch did not commit, and this node no longer leads: the new holder claims its jobs.
   *
   * @param holder of the lease now; null if not known
   */
  record BatchAbandoned(
      String partition, long epoch, @Nullable String holder, long holderEpoch, String error)
      implements Event {}

  /**
   * No job could be sent to the queue.
   *
   * @param jobs that were tried
   */
  record QueueRests(String queue, int jobs, Duration retryWithin, String error) implements Event {}

  record QueueRecovered(String queue) implements Event {}

  /**
   * Jobs could not be sent while others of their queue could.
   *
   * @param quarantined how many of them had used up their attempts
   */
  record JobsFailed(String queue, int jobs, int quarantined, int maxAttempts, String error)
      implements Event {}

  /**
   * A dead letter went to the quarantine.
   *
   * @param queue null if the message does not contain it
   * @param stage of the quarantine
   */
  record DeadLetterKept(@Nullable String queue, String stage) implements Event {}

  /** A job waits for another attempt, because its worker has failed at it. */
  record JobRetried(String queue) implements Event {}

  /**
   * Reports of workers were consumed.
   *
   * @param ignored number of reports that are late, repeated, or without the token of the latest
   *     attempt
   * @param refused number of messages that were not valid reports
   */
  record ReportsTaken(int booked, int ignored, int refused) implements Event {}

  /**
   * Tracked runs of one queue ended.
   *
   * @param failed runs that ended as errors
   * @param durationMicros of each run whose start was reported before its end
   */
  record RunsEnded(String queue, int finished, int failed, long[] durationMicros)
      implements Event {}

  record LeaseGained(String partition, String node, long epoch, String reason) implements Event {}

  /**
   * @param holder of the lease now; null if it was released
   * @param holderEpoch of the holder, or of the node that released it
   */
  record LeaseLost(
      String partition, String node, long epoch, @Nullable String holder, long holderEpoch)
      implements Event {}

  /** This node begins to dispatch the jobs of a partition. */
  record PartitionLed(String partition) implements Event {}

  /** This node does not dispatch the jobs of a partition that it may lead, or not for now. */
  record PartitionLeft(String partition) implements Event {}

  /** The leader tasks of the cluster begin to run on this node. */
  record LeaderTasksStarted() implements Event {}

  /** The leader tasks of the cluster no longer run on this node, or not for now. */
  record LeaderTasksStopped() implements Event {}

  record InDoubtEnded(String transaction, String node, String decision) implements Event {}

  /** A transaction has been in doubt for longer than is normal. */
  record StillInDoubt(String transaction, String node, Duration age, String decision)
      implements Event {}

  /** How many transactions have been in doubt for longer than is normal. */
  record InDoubtCounted(int transactions) implements Event {}

  /** Transactions that roles of applications have prepared and left in the database's server. */
  record PreparedByOthersCounted(int transactions) implements Event {}

  /**
   * @param fill how much of its limit the fullest login has; beyond 1 messages are deleted
   */
  record QuarantineMeasured(double fill) implements Event {}

  record LedgerChecked(long difference) implements Event {}

  record LedgerUnchecked(String error) implements Event {}

  /**
   * @param age how long it has waited; zero if none waits
   */
  record OldestSqlRegistration(Duration age) implements Event {}

  /**
   * The lifecycle events that wait to be published.
   *
   * @param events counted up to a limit
   * @param oldest how long the first of them has waited; zero if none waits
   */
  record EventsWaiting(int events, Duration oldest) implements Event {}

  /**
   * Events were posted to a webhook, or given up.
   *
   * @param outcome accepted, failed, given-up, or paused by the answer of the receiver
   * @param events how many; only several if they are given up
   * @param error null if it was accepted
   */
  record WebhookTried(String webhook, String outcome, int events, @Nullable String error)
      implements Event {}

  /**
   * The schedules whose runs end without success.
   *
   * @param schedules those with the most failures, up to a limit
   */
  record ScheduleFailuresCounted(List<FailuresInQueue> queues, List<FailingSchedule> schedules)
      implements Event {}

  /**
   * @param failures how many runs in a row have ended without success: of the schedule of the queue
   *     with the most, counted up to a limit
   */
  record FailuresInQueue(String queue, int failures) {}

  /**
   * @param failures how many of its runs in a row have ended without success, counted up to a limit
   */
  record FailingSchedule(String queue, String jobId, int failures) {}

  /** The encrypted worker queues, and the nodes that can read and write their jobs. */
  record EncryptionKeysCompared(List<KeysOfQueue> queues) implements Event {}

  /**
   * @param missing number of nodes that lack a key of the queue
   */
  record KeysOfQueue(String queue, int missing) {}

  /** The due jobs of each queue that still wait. */
  record DueJobsCounted(List<DueInQueue> queues) implements Event {}

  /**
   * @param due jobs, counted up to a limit
   * @param overdue jobs among them that have been due for more than a second
   * @param oldest how long the first of them has been due
   */
  record DueInQueue(String queue, int due, int overdue, Duration oldest) {}

  /**
   * Messages that the broker has kept from the nodes because they are too large for any of them.
   */
  record OversizeCounted(long messages) implements Event {}

  /** The backlogs of the worker queues at the broker; empty while they are not known. */
  record BacklogsSeen(List<QueueBacklog> queues) implements Event {}

  /**
   * The messages of a worker queue.
   *
   * @param messages all in the queue, including those that are being delivered or scheduled
   * @param delivering messages that consumers have and have not acknowledged
   * @param scheduled messages that the broker delivers later
   * @param oldest how long ago the first message that is not being delivered was sent
   * @param deadLetters in the quarantine
   */
  record QueueBacklog(
      String queue,
      long messages,
      long delivering,
      long scheduled,
      int consumers,
      Duration oldest,
      long deadLetters) {}

  /**
   * @param brokerAhead upper bound of the time by which the broker's clock is ahead of the
   *     database's
   */
  record ClocksCompared(Duration brokerAhead) implements Event {}

  /** The clocks can be compared again. */
  record ClocksKnown() implements Event {}

  record ClocksUnknown(Duration retryAfter, String error) implements Event {}
}
