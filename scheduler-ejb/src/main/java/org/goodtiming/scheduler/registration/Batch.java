package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registrations that are stored together: not too many messages or jobs, nor too large. */
final class Batch {

  /** Bodies of one batch stay below this and one body more, however many messages may be taken. */
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /** The same for jobs, of which one message may have many. */
  private static final int ENOUGH_JOBS = 1_000;

  private static final Duration FURTHER = Duration.ofMillis(20);

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
    return !closed && messages.size() < maxMessages && jobs < maxJobs && bytes < MAX_BYTES;
  }

  /**
   * Takes what is on the queue at this moment. If there was anything, messages are coming in quick
   * succession, and those of the next moment are taken, too: a transaction of its own costs as much
   * as storing a hundred jobs.
   */
  void fill(JMSConsumer queue) throws JMSException {
    Message next = takesMore() ? queue.receiveNoWait() : null;
    long end = System.nanoTime() + FURTHER.toNanos();
    while (next != null) {
      add(next);
      next = takesMore() ? nextBefore(end, queue) : null;
    }
  }

  private static @Nullable Message nextBefore(long end, JMSConsumer queue) {
    long millis = Duration.ofNanos(end - System.nanoTime()).toMillis();
    return millis > 0 ? queue.receive(millis) : queue.receiveNoWait();
  }

  List<IncomingMessage> messages() {
    return Collections.unmodifiableList(messages);
  }
}
