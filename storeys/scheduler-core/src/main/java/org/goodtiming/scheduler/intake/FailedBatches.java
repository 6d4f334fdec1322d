package org.goodtiming.scheduler.intake;

import jakarta.transaction.Status;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.goodtiming.scheduler.message.ReceivedMessage;

/**
 * Finds the message that makes batches fail: after each failure that no outage explains, a batch
 * may contain fewer redelivered messages, down to a single message. Only the failures of a batch
 * with a single message count against that message.
 */
public final class FailedBatches {

  private static final int KNOWN_MESSAGES = 10_000;

  /** The broker delivers a failed batch again after up to 10 s, so halves would take too long. */
  private static final int PARTS = 4;

  private static final int MAX_RECEIPTS = 2;
  private static final int MAX_ATTEMPTS = 3;

  private final int largest;
  private int limit;
  private final Map<Object, OwnFailures> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, OwnFailures> eldest) {
          return size() > KNOWN_MESSAGES;
        }
      };

  /** The progress of a batch whose transaction rolled back. */
  public enum Progress {
    /** The cause may be a lock, or a connection. */
    CONSUMED,
    /** The content of the message is the cause. */
    UNSTORABLE,
    /** A receipt may be the cause. */
    STORED
  }

  private record OwnFailures(int ofReceipt, int ofContent) {}

  /**
   * @param largest maximum number of messages in a batch
   */
  public FailedBatches(int largest) {
    this.largest = largest;
    this.limit = largest;
  }

  /** Maximum number of messages in a batch that contains a redelivered message. */
  public synchronized int limit() {
    return limit;
  }

  /**
   * Remembers how the transaction of a batch has ended.
   *
   * @param status of {@link Status}
   * @param noOutage whether no outage explains a failure; asked only after one
   */
  public void ended(
      List<ReceivedMessage> messages, Progress progress, int status, BooleanSupplier noOutage) {
    if (status == Status.STATUS_COMMITTED) {
      committed(messages);
    } else if (!messages.isEmpty() && noOutage.getAsBoolean()) {
      failed(messages, progress);
    }
  }

  synchronized void committed(List<ReceivedMessage> messages) {
    limit = Math.min(largest, limit * 2);
    messages.forEach(message -> failures.remove(key(message)));
  }

  /** The transaction has rolled back, and no outage explains it. */
  synchronized void failed(List<ReceivedMessage> messages, Progress progress) {
    limit = Math.max(1, messages.size() / PARTS);
    if (messages.size() == 1 && progress != Progress.CONSUMED) {
      OwnFailures before = of(messages.get(0));
      failures.put(
          key(messages.get(0)),
          progress == Progress.STORED
              ? new OwnFailures(before.ofReceipt + 1, before.ofContent)
              : new OwnFailures(before.ofReceipt, before.ofContent + 1));
    }
  }

  /**
   * Whether a receipt may be sent; false after the receipt has made its message fail several times.
   */
  public synchronized boolean mayHaveReceipt(ReceivedMessage message) {
    return of(message).ofReceipt < MAX_RECEIPTS;
  }

  /** Whether the message is not tried any more. */
  public boolean isGivenUp(ReceivedMessage message) {
    return timesGivenUp(message) > 0;
  }

  /** Number of ways to store the message that have used up their attempts. */
  public synchronized int timesGivenUp(ReceivedMessage message) {
    return of(message).ofContent / MAX_ATTEMPTS;
  }

  /** The progress of a batch that could not be stored. */
  public static Progress progress(Throwable failure) {
    return causes(failure).allMatch(FailedBatches::isOfContent)
        ? Progress.UNSTORABLE
        : Progress.CONSUMED;
  }

  /** The failure that came first, without the exceptions around it. */
  public static Throwable innermost(Throwable failure) {
    return causes(failure).reduce(failure, (outer, inner) -> inner);
  }

  /**
   * PostgreSQL's classes of data, constraints and limits; another statement may succeed later. Only
   * the depth of the stack depends on the message: a node without memory fails at any.
   */
  private static boolean isOfContent(Throwable cause) {
    if (cause instanceof VirtualMachineError) {
      return cause instanceof StackOverflowError;
    }
    if (!(cause instanceof SQLException sql)) {
      return true;
    }
    String state = String.valueOf(sql.getSQLState());
    return Stream.of("22", "23", "54").anyMatch(state::startsWith);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20);
  }

  private OwnFailures of(ReceivedMessage message) {
    return failures.getOrDefault(key(message), new OwnFailures(0, 0));
  }

  /** Identifies the message; STOMP messages have no id. */
  private static Object key(ReceivedMessage message) {
    ReceivedMessage.Origin origin = message.origin();
    return origin.messageId() != null
        ? origin.messageId()
        : Objects.hash(origin.sentAt(), origin.sender(), message.bodyLength());
  }
}
