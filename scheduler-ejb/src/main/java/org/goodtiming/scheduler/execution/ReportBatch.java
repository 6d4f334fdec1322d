package org.goodtiming.scheduler.execution;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.goodtiming.scheduler.message.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Reports that are processed together, limited in number and size. */
final class ReportBatch {

  static final int MAX_MESSAGES = 1_000;
  private static final long ENOUGH_BYTES = 8L * 1024 * 1024;

  private final ReportMessageReader reader;
  private final int maxWithRedelivered;
  private final List<ReceivedMessage> messages = new ArrayList<>();
  private long bytes;
  private boolean hasRedelivered;
  private Progress progress = Progress.CONSUMED;

  /**
   * @param maxWithRedelivered maximum number of messages if one of them is redelivered
   */
  ReportBatch(ReportMessageReader reader, int maxWithRedelivered) {
    this.reader = reader;
    this.maxWithRedelivered = maxWithRedelivered;
  }

  /** Consumes the messages behind the first one. */
  void fill(Message first, JMSContext context, String queue) throws JMSException {
    add(first);
    if (!takesMore()) {
      return;
    }
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      fill(consumer);
    }
  }

  void fill(JMSConsumer consumer) throws JMSException {
    Message next = consumer.receiveNoWait();
    while (next != null) {
      add(next);
      next = takesMore() ? consumer.receiveNoWait() : null;
    }
  }

  List<ReceivedMessage> messages() {
    return Collections.unmodifiableList(messages);
  }

  void reached(Progress reached) {
    progress = reached;
  }

  Progress progress() {
    return progress;
  }

  void add(Message message) throws JMSException {
    ReceivedMessage read = reader.read(message);
    messages.add(read);
    bytes += read.bodyLength();
    hasRedelivered |= read.isRedelivered();
  }

  /** A redelivered message may have caused the failure, and could make others fail. */
  boolean takesMore() {
    return messages.size() < MAX_MESSAGES
        && bytes < ENOUGH_BYTES
        && (!hasRedelivered || messages.size() < maxWithRedelivered);
  }
}
