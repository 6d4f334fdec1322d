package org.goodtiming.scheduler.intake;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.intake.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Messages that are stored together, limited in number, jobs and size. */
public final class MessageBatch {

  private final BatchRules rules;
  private final int maxWithRedelivered;
  private final IncomingMessageReader reader;
  private final List<Message> messages = new ArrayList<>();
  private final List<ReceivedMessage> contents = new ArrayList<>();
  private long bytes;
  private int jobs;
  private boolean hasRedelivered;
  private Progress progress = Progress.CONSUMED;

  /**
   * @param maxWithRedelivered maximum number of messages if one of them is redelivered
   */
  MessageBatch(BatchRules rules, int maxWithRedelivered, IncomingMessageReader reader) {
    this.rules = rules;
    this.maxWithRedelivered = maxWithRedelivered;
    this.reader = reader;
  }

  public void add(Message message) throws JMSException {
    add(reader.read(message));
    messages.add(message);
  }

  /** Adds a message that was read. */
  public void add(ReceivedMessage content) {
    contents.add(content);
    bytes += content.bodyLength();
    jobs += rules.jobsIn().applyAsInt(content);
    hasRedelivered |= content.isRedelivered();
  }

  /** A redelivered message may have caused the failure, and could make others fail. */
  public boolean takesMore() {
    return hasRoomAfter(1) && (!hasRedelivered || contents.size() < maxWithRedelivered);
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
    return times * contents.size() < rules.messages()
        && times * jobs < rules.jobs()
        && times * bytes < rules.bytes();
  }

  /**
   * Consumes the messages on the queue at this moment, and those that arrive within that time. At
   * the end the consumer is closed: the broker would prefetch messages to an open consumer, and no
   * other consumer would get them.
   */
  void fill(JMSContext context, Intake.Source source, Duration time) throws JMSException {
    if (!takesMore()) {
      return;
    }
    long end = System.nanoTime() + time.toNanos();
    boolean waits = !time.isZero() && !leavesMore() && contents.stream().noneMatch(rules.urgent());
    try (JMSConsumer consumer =
        context.createConsumer(context.createQueue(source.queue()), source.selector())) {
      Message next = next(consumer, waits, end);
      while (next != null) {
        add(next);
        waits = waits && !leavesMore() && !rules.urgent().test(contents.get(contents.size() - 1));
        next = takesMore() ? next(consumer, waits, end) : null;
      }
    }
  }

  private static @Nullable Message next(JMSConsumer consumer, boolean waits, long end) {
    long millis = waits ? TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) : 0;
    // Zero would mean without a limit
    return millis > 0 ? consumer.receive(millis) : consumer.receiveNoWait();
  }

  /** Stores the batch, and notes how far it came. */
  public Intake.Answers store(Intake.Store store) {
    try {
      Intake.Answers answers = store.store(this);
      progress = Progress.STORED;
      return answers;
    } catch (RuntimeException | Error e) {
      progress = FailedBatches.progress(e);
      throw e;
    }
  }

  Progress progress() {
    return progress;
  }

  /** The contents in order of arrival. */
  public List<ReceivedMessage> contents() {
    return Collections.unmodifiableList(contents);
  }

  /** The messages themselves, in the same order. */
  public List<Message> messages() {
    return Collections.unmodifiableList(messages);
  }
}
