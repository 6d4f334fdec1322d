package org.goodtiming.scheduler.intake;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Consumes the messages of a queue and stores them together, in the caller's transaction. */
public final class Intake {

  /** Stores a batch in the current transaction. */
  @FunctionalInterface
  public interface Store {

    /** Returns what answers the messages. */
    Answers store(MessageBatch batch);

    /** Stores messages whose senders get no answer. */
    static Store silent(Consumer<List<ReceivedMessage>> store) {
      return batch -> {
        store.accept(batch.contents());
        return context -> {};
      };
    }
  }

  /** Answers the messages of a stored batch, in the same transaction. */
  @FunctionalInterface
  public interface Answers {
    void send(JMSContext context) throws JMSException;
  }

  /**
   * The source of the messages.
   *
   * @param selector which messages; null for all
   */
  public record Source(String queue, @Nullable String selector, IncomingMessageReader reader) {}

  private final IntakeServer server;
  private final Source source;
  private final MessageBatches batches;
  private final Store store;
  private final String failure;

  /**
   * @param failure the text of a message that cannot be read, with its code
   */
  public Intake(
      IntakeServer server, String queue, MessageBatches batches, Store store, String failure) {
    this.server = server;
    this.source = new Source(queue, null, server.messageReader()::read);
    this.batches = batches;
    this.store = store;
    this.failure = failure;
  }

  /** Stores the message with which the container has begun the transaction, and those behind it. */
  public void take(Message delivered) {
    take(delivered, Duration.ZERO, () -> {});
  }

  /**
   * Stores the message with which the container has begun the transaction, and those behind it.
   *
   * @param time for which a batch without an urgent message waits for further ones
   * @param backlog called before the batch is stored, if more messages probably wait
   */
  public void take(Message delivered, Duration time, Runnable backlog) {
    take(source, delivered, time, backlog);
  }

  /**
   * Stores what waits.
   *
   * @return whether more probably waits
   */
  public boolean takeWaiting() {
    return takeWaiting(source);
  }

  public boolean takeWaiting(Source from) {
    return take(from, null, Duration.ZERO, () -> {});
  }

  private boolean take(Source from, @Nullable Message delivered, Duration time, Runnable backlog) {
    try (JMSContext context = server.connectionFactory().createContext()) {
      MessageBatch batch = batches.begin(from.reader());
      if (delivered != null) {
        batch.add(delivered);
      }
      batch.fill(context, from, time);
      if (batch.leavesMore()) {
        backlog.run();
      }
      if (!batch.contents().isEmpty()) {
        Answers answers = batch.store(store);
        server.marker().leave(context, delivered);
        answers.send(context);
      }
      return batch.leavesMore();
    } catch (JMSException e) {
      throw new JMSRuntimeException(failure + ": " + e.getMessage(), e.getErrorCode(), e);
    }
  }
}
