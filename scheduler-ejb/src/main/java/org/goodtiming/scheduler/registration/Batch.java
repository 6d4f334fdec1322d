package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Registrations that are stored together: not too many messages or jobs, nor too large. */
final class Batch {

  /** Bodies of one batch stay below this and one body more, however many messages may be taken. */
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /** The same for jobs, of which one message may have many. */
  private static final int ENOUGH_JOBS = 1_000;

  private final int maxMessages;
  private final int maxJobs;
  private final List<IncomingMessage> messages = new ArrayList<>();
  private long bytes;
  private int jobs;
  private boolean closed;

  Batch(int maxMessages) {
    this.maxMessages = maxMessages;
    this.maxJobs = Math.max(maxMessages, ENOUGH_JOBS);
  }

  void add(Message message) throws JMSException {
    IncomingMessage added = IncomingMessage.of(message);
    messages.add(added);
    bytes += added.content().bodyLength();
    jobs += BulkParser.jobsIn(added.content());
    closed = added.content().isRedelivered();
  }

  /**
   * A redelivered message is taken alone, or last: it may be what failed, and would fail others.
   */
  boolean takesMore() {
    return !closed && hasRoomAfter(1);
  }

  /**
   * Whether others probably wait: it is large, a quarter of what it may take or more, or ends with
   * a redelivered message, which had others beside it.
   */
  boolean leavesMore() {
    return closed || !hasRoomAfter(4);
  }

  /** Whether so many of it would leave room for more. */
  private boolean hasRoomAfter(int times) {
    return times * messages.size() < maxMessages
        && times * jobs < maxJobs
        && times * bytes < MAX_BYTES;
  }

  /** Takes what is on the queue at this moment. */
  void fill(JMSConsumer queue) throws JMSException {
    while (takesMore()) {
      Message next = queue.receiveNoWait();
      if (next == null) {
        return;
      }
      add(next);
    }
  }

  List<IncomingMessage> messages() {
    return Collections.unmodifiableList(messages);
  }
}
