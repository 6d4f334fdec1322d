package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.contract.BulkParser;
import org.goodtiming.scheduler.contract.Urgency;
import org.goodtiming.scheduler.message.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Registrations that are stored together, limited in messages, jobs and size. */
final class RegistrationBatch {

  /** Bodies of one batch stay below this and one body more, however many messages may be taken. */
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /** The number of jobs at which a batch is full; one message may have many. */
  private static final int ENOUGH_JOBS = 1_000;

  private final int maxMessages;
  private final int maxWithRedelivered;
  private final int maxJobs;
  private final IncomingMessageReader messageReader;
  private final List<IncomingMessage> messages = new ArrayList<>();
  private long bytes;
  private int jobs;
  private boolean hasRedelivered;
  private Progress progress = Progress.CONSUMED;

  /**
   * @param maxWithRedelivered maximum number of messages if one of them is redelivered
   */
  RegistrationBatch(int maxMessages, int maxWithRedelivered, IncomingMessageReader messageReader) {
    this.maxMessages = maxMessages;
    this.maxWithRedelivered = maxWithRedelivered;
    this.messageReader = messageReader;
    this.maxJobs = Math.max(maxMessages, ENOUGH_JOBS);
  }

  void add(Message message) throws JMSException {
    IncomingMessage added = new IncomingMessage(message, messageReader.read(message));
    messages.add(added);
    bytes += added.content().bodyLength();
    jobs += BulkParser.jobsIn(added.content());
    hasRedelivered |= added.content().isRedelivered();
  }

  /** A redelivered message may have caused the failure, and could make others fail. */
  boolean takesMore() {
    return hasRoomAfter(1) && (!hasRedelivered || messages.size() < maxWithRedelivered);
  }

  /**
   * Whether more messages probably wait: the batch has at least a quarter of its limit, or has a
   * redelivered message, because the messages that were rolled back with it also wait.
   */
  boolean leavesMore() {
    return hasRedelivered || !hasRoomAfter(4);
  }

  /** Whether a batch of that multiple of the size would accept more. */
  private boolean hasRoomAfter(int times) {
    return times * messages.size() < maxMessages
        && times * jobs < maxJobs
        && times * bytes < MAX_BYTES;
  }

  /** Consumes the messages on the queue at this moment, and those that arrive within that time. */
  void fill(JMSContext context, String queue, Duration time) throws JMSException {
    fill(context, queue, null, time);
  }

  /**
   * Consumes the messages on the queue at this moment.
   *
   * @param selector which messages; null for all
   */
  void fill(JMSContext context, String queue, @Nullable String selector) throws JMSException {
    fill(context, queue, selector, Duration.ZERO);
  }

  /**
   * At the end the consumer is closed: the broker would prefetch messages to an open consumer, and
   * no other consumer would get them.
   */
  private void fill(JMSContext context, String queue, @Nullable String selector, Duration time)
      throws JMSException {
    if (!takesMore()) {
      return;
    }
    long end = System.nanoTime() + time.toNanos();
    boolean waits =
        !time.isZero() && !leavesMore() && messages.stream().noneMatch(RegistrationBatch::isUrgent);
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue), selector)) {
      Message next = next(consumer, waits, end);
      while (next != null) {
        add(next);
        waits = waits && !leavesMore() && !isUrgent(messages.get(messages.size() - 1));
        next = takesMore() ? next(consumer, waits, end) : null;
      }
    }
  }

  private static boolean isUrgent(IncomingMessage message) {
    return Urgency.isUrgent(message.content());
  }

  private static @Nullable Message next(JMSConsumer consumer, boolean waits, long end) {
    long millis = waits ? TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) : 0;
    // Zero would mean for ever
    return millis > 0 ? consumer.receive(millis) : consumer.receiveNoWait();
  }

  void reached(Progress reached) {
    progress = reached;
  }

  Progress progress() {
    return progress;
  }

  List<ReceivedMessage> contents() {
    return messages.stream().map(IncomingMessage::content).toList();
  }

  List<IncomingMessage> messages() {
    return Collections.unmodifiableList(messages);
  }
}
