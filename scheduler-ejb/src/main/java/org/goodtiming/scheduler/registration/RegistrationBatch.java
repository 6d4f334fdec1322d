package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registrations that are stored together: not too many messages or jobs, nor too large. */
final class RegistrationBatch {

  /** Bodies of one batch stay below this and one body more, however many messages may be taken. */
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /** The same for jobs, of which one message may have many. */
  private static final int ENOUGH_JOBS = 1_000;

  private final int maxMessages;
  private final int maxJobs;
  private final IncomingMessageReader messageReader;
  private final List<IncomingMessage> messages = new ArrayList<>();
  private long bytes;
  private int jobs;
  private boolean closed;

  RegistrationBatch(int maxMessages, IncomingMessageReader messageReader) {
    this.maxMessages = maxMessages;
    this.messageReader = messageReader;
    this.maxJobs = Math.max(maxMessages, ENOUGH_JOBS);
  }

  void add(Message message) throws JMSException {
    IncomingMessage added = new IncomingMessage(message, messageReader.read(message));
    messages.add(added);
    bytes += added.content().bodyLength();
    jobs += BulkParser.jobsIn(added.content());
    closed = added.content().isRedelivered();
  }

  /**
   * A redelivered message is taken alone, or last: it may be what failed, and would fail others.
   */
  private boolean takesMore() {
    return !closed && hasRoomAfter(1);
  }

  /**
   * Whether more probably waits: it is large, a quarter of what it may take or more, or ends with a
   * redelivered message, for what was rolled back with that waits, too.
   */
  boolean leavesMore() {
    return closed || !hasRoomAfter(4);
  }

  /** Whether a batch of that multiple of the size would still take more. */
  private boolean hasRoomAfter(int times) {
    return times * messages.size() < maxMessages
        && times * jobs < maxJobs
        && times * bytes < MAX_BYTES;
  }

  /**
   * Takes what is on the queue at this moment. Its consumer is closed then: the broker sends ahead
   * to one that is open, and what it has got nobody else gets.
   *
   * @param selector which messages; null for all
   */
  void fill(JMSContext context, String queue, @Nullable String selector) throws JMSException {
    if (!takesMore()) {
      return;
    }
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue), selector)) {
      Message next = consumer.receiveNoWait();
      while (next != null) {
        add(next);
        next = takesMore() ? consumer.receiveNoWait() : null;
      }
    }
  }

  List<IncomingMessage> messages() {
    return Collections.unmodifiableList(messages);
  }
}
