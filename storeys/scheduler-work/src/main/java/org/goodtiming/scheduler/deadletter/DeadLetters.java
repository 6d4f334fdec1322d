package org.goodtiming.scheduler.deadletter;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.Objects.requireNonNull;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.execution.ExecutionEvent.JobRetried;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.intake.BatchRules;
import org.goodtiming.scheduler.intake.MessageBatches;
import org.goodtiming.scheduler.job.AfterCompletion;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/**
 * Moves dead letters and other failed work to the quarantine, or stores their jobs for another
 * attempt, in the caller's transaction. If all attempts to store one alone fail, it is stored
 * without the end of its run, then without its content: a dead letter must not go round for ever.
 */
public final class DeadLetters {

  private static final Logger LOG = System.getLogger(DeadLetters.class.getName());

  private static final BatchRules RULES = BatchRules.of(50, 8L * 1024 * 1024);

  private static final String NOT_ENDED =
      " (SCHED-0671 its run could not be ended with it: see the log of that time, and cancel the run)";

  private static final QuarantineReason CONTENT_LOST =
      new QuarantineReason(
          Stage.EXECUTION,
          "SCHED-0672",
          "all attempts to store this dead letter alone failed, although database and broker answered, so its content is lost: the log has the failure (SCHED-0167, SCHED-0224); mend its cause",
          null,
          null,
          null);

  private final JobRetrier retrier;
  private final Quarantine quarantine;
  private final ExecutionStore executions;
  private final TransactionSynchronizationRegistry transactions;
  private final Events events;
  private final MessageBatches batches;

  DeadLetters(
      JobRetrier retrier,
      Quarantine quarantine,
      ExecutionStore executions,
      TransactionSynchronizationRegistry transactions,
      Events events,
      BooleanSupplier serversAnswer) {
    this.retrier = retrier;
    this.quarantine = quarantine;
    this.executions = executions;
    this.transactions = transactions;
    this.events = events;
    this.batches = new MessageBatches(RULES, transactions, serversAnswer);
  }

  MessageBatches batches() {
    return batches;
  }

  void keep(List<ReceivedMessage> messages, DeadLetterType fate) {
    // Rows are locked in this order everywhere
    messages.stream()
        .filter(message -> !isExpiredCanary(message, fate))
        .sorted(comparing(ReceivedMessage::fireId, nullsFirst(naturalOrder())))
        .forEach(message -> keep(message, fate));
  }

  private static boolean isExpiredCanary(ReceivedMessage message, DeadLetterType fate) {
    return fate == DeadLetterType.EXPIRED && Canary.isRegistration(message.properties());
  }

  private void keep(ReceivedMessage message, DeadLetterType fate) {
    switch (batches.failures().timesGivenUp(message)) {
      case 0 -> retryOrStore(message, fate);
      case 1 -> storeUnended(message, message, withoutEnd(reasonOf(message, fate)));
      default -> storeUnended(message, withoutContent(message), CONTENT_LOST);
    }
  }

  private void storeUnended(ReceivedMessage message, ReceivedMessage kept, QuarantineReason why) {
    quarantine.keep(kept, why);
    tellAfterCommit(why, false);
    leaveRun(message);
  }

  /** Leaves the run: its end does not follow from the acknowledgement of the message. */
  private void leaveRun(ReceivedMessage message) {
    UUID fireId = message.fireId();
    if (fireId != null) {
      executions.notEnded(fireId);
    }
  }

  private void retryOrStore(ReceivedMessage message, DeadLetterType fate) {
    QuarantineReason failure = reasonOf(message, fate);
    boolean failed = fate == DeadLetterType.DEAD && failure.stage() == Stage.EXECUTION;
    RetryDecision retry =
        failed
            ? retrier.retry(message, failure.queue(), WorkFailure.AT_ALL_DELIVERIES)
            : RetryDecision.NONE;
    if (retry.delay() == null) {
      QuarantineReason reason = failure.with(retry.note());
      quarantine.keep(message, reason);
      tellAfterCommit(reason, endExecution(message, reason, fate));
    } else {
      tellRetried(message, failure, retry, "its worker failed at all deliveries");
    }
  }

  /**
   * Stores a job that is not tracked for another attempt, or its message in the quarantine.
   *
   * @param message as the scheduler has sent it
   */
  public void failed(ReceivedMessage message, String queue, WorkFailure failure) {
    RetryDecision retry = retrier.retry(message, queue, failure);
    QuarantineReason reason =
        new QuarantineReason(
            Stage.EXECUTION,
            failure.code(),
            failure.reason(),
            queue,
            property(message, WireContract.JOB_ID),
            property(message, WireContract.REGISTERED_BY));
    if (retry.delay() == null) {
      QuarantineReason noted = reason.with(retry.note());
      quarantine.keep(message, noted);
      tellAfterCommit(noted, false);
    } else {
      tellRetried(message, reason, retry, failure.reason());
    }
  }

  private void tellRetried(
      ReceivedMessage message, QuarantineReason failure, RetryDecision retry, String why) {
    LOG.log(
        Level.INFO,
        "{0}",
        LogText.oneLine(
            "SCHED-0654 job %s of queue %s is tried again in %s: %s (%s)"
                .formatted(failure.jobId(), failure.queue(), retry.delay(), why, retry.note())),
        failure.logFields(message));
    JobRetried retried = new JobRetried(requireNonNull(failure.queue()));
    AfterCompletion.afterCommit(transactions, () -> events.tell(retried));
  }

  /** Keeps a message that is removed from the broker outside the transaction. */
  void keepOnce(String brokerKey, ReceivedMessage message, DeadLetterType fate) {
    batches.store(message, () -> storeOnce(brokerKey, message, fate));
  }

  private void storeOnce(String brokerKey, ReceivedMessage message, DeadLetterType fate) {
    boolean whole = batches.failures().timesGivenUp(message) == 0;
    QuarantineReason reason = whole ? reasonOf(message, fate) : CONTENT_LOST;
    if (quarantine.keepOnce(brokerKey, whole ? message : withoutContent(message), reason)) {
      leaveRun(message);
      tellAfterCommit(reason, false);
    }
  }

  private static QuarantineReason withoutEnd(QuarantineReason reason) {
    return new QuarantineReason(
        reason.stage(),
        reason.code(),
        reason.reason() + NOT_ENDED,
        reason.queue(),
        reason.jobId(),
        reason.sentBy());
  }

  private static ReceivedMessage withoutContent(ReceivedMessage message) {
    return new ReceivedMessage(Kind.UNREADABLE, Map.of(), null, message.origin());
  }

  /**
   * Ends the execution if the message is the latest delivery of a tracked run.
   *
   * @return whether it has ended as EXHAUSTED
   */
  private boolean endExecution(
      ReceivedMessage message, QuarantineReason reason, DeadLetterType fate) {
    String token = property(message, WireContract.TOKEN);
    UUID fireId = message.fireId();
    if (reason.stage() == Stage.EXECUTION && token != null && fireId != null) {
      Ending ending =
          switch (fate) {
            case DEAD -> Ending.EXHAUSTED;
            case EXPIRED -> Ending.EXPIRED;
          };
      boolean ended =
          executions.undelivered(fireId, token, ending, reason.code() + " " + reason.reason());
      return ended && ending == Ending.EXHAUSTED;
    }
    return false;
  }

  private void tellAfterCommit(QuarantineReason reason, boolean exhausted) {
    DeadLetterKept kept = new DeadLetterKept(reason.queue(), reason.stage().label(), exhausted);
    AfterCompletion.afterCommit(transactions, () -> events.tell(kept));
  }

  /** The origin of a dead letter, if its properties contain it. */
  static QuarantineReason reasonOf(ReceivedMessage message, DeadLetterType fate) {
    String from = origin(message);
    boolean registration = from != null && isForRegistrations(from);
    DeadLetterCause cause = DeadLetterCause.of(registration, message.kind(), fate);
    return new QuarantineReason(
        registration ? Stage.REGISTRATION : Stage.EXECUTION,
        cause.code(),
        cause.reason(Objects.requireNonNullElse(from, "unknown: it was sent here directly")),
        registration ? property(message, WireContract.QUEUE) : from,
        property(message, WireContract.JOB_ID),
        registration
            ? message.origin().sender().login()
            : property(message, WireContract.REGISTERED_BY));
  }

  private static boolean isForRegistrations(String address) {
    return address.equals(WireContract.REGISTRATION_QUEUE)
        || address.startsWith(WireContract.REGISTRATION_QUEUE + ".amqp");
  }

  private static @Nullable String origin(ReceivedMessage message) {
    String core = property(message, "_AMQ_ORIG_ADDRESS");
    return core == null ? property(message, "x-opt-ORIG-ADDRESS") : core;
  }

  private static @Nullable String property(ReceivedMessage message, String name) {
    Object value = message.properties().get(name);
    return value == null
        ? null
        : StorableText.shown(value.toString(), WireContract.MAX_TEXT_LENGTH);
  }
}
