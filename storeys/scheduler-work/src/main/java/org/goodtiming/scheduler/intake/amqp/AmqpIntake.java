package org.goodtiming.scheduler.intake.amqp;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.broker.amqp.AmqpMessageReader;
import org.goodtiming.scheduler.broker.amqp.BrokerQueue;
import org.goodtiming.scheduler.broker.amqp.BrokerQueues;
import org.goodtiming.scheduler.broker.amqp.CheckedMessages;
import org.goodtiming.scheduler.broker.amqp.DeliverabilityCheck;
import org.goodtiming.scheduler.broker.amqp.ManagementMessage;
import org.goodtiming.scheduler.broker.amqp.UndeliverableMessages;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.IntakeServer;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * Consumes the messages of AMQP queues, page by page. Not a message-driven bean: a message that the
 * broker cannot convert closes its consumer, and does not inform the bean (docs/adr/0013).
 */
@Singleton
public record AmqpIntake(
    NewTransaction transaction,
    SchemaVersion schema,
    IntakeServer server,
    BrokerQueues queues,
    DeliverabilityCheck check,
    UndeliverableMessages undeliverables) {

  private static final int PAGE = 50;

  @Inject
  public AmqpIntake {}

  /**
   * A queue of AMQP messages.
   *
   * @param atMost the number of pages after which other queues have their turn
   * @param intake stores messages that the broker can deliver
   * @param keep stores a message that cannot be consumed in the quarantine, if it is not there yet;
   *     see {@link UndeliverableMessages#quarantine}
   * @param failure the text of a failure, with its code
   */
  public record Source(
      BrokerQueue queue,
      int atMost,
      Intake intake,
      Consumer<ManagementMessage> keep,
      String failure) {}

  /**
   * Consumes what is in the queue now, in transactions of its own; messages that nobody can receive
   * are removed from it. The messages of a failed transaction are redelivered later.
   */
  public void consume(Source source, Repetition repetition) {
    try {
      boolean mayHaveMore = true;
      for (int page = 0;
          page < source.atMost()
              && mayHaveMore
              && !queues.isEmpty(source.queue())
              && goesOn(repetition);
          page++) {
        mayHaveMore = consumePage(source, repetition);
      }
    } catch (RuntimeException e) {
      repetition.failed(source.failure(), e);
    }
  }

  /** A message that is consumed while the database is away counts as a failed delivery. */
  private boolean goesOn(Repetition repetition) {
    try {
      return repetition.goesOn() && schema.problem().isEmpty();
    } catch (SQLException e) {
      throw new StoreException("query the version of the schema", e);
    }
  }

  /** False if there was nothing on it: the queue counts messages that are to be delivered later. */
  private boolean consumePage(Source source, Repetition repetition) {
    if (queues.isFirstUnreadable(source.queue())) {
      undeliverables.parkFirst(source.queue());
      return true;
    }
    CheckedMessages checked = check.first(source.queue(), PAGE);
    for (CheckedMessages batch : checked.batches()) {
      if (goesOn(repetition)) {
        take(source, batch, repetition);
      }
    }
    if (goesOn(repetition)) {
      undeliverables.quarantine(
          source.queue(),
          checked,
          PAGE,
          shown -> transaction.run(() -> source.keep().accept(shown)));
    }
    return !checked.isEmpty();
  }

  /** Takes the messages of a batch; other messages are processed in the meantime. */
  private void take(Source source, CheckedMessages batch, Repetition repetition) {
    Intake.Source from =
        new Intake.Source(
            source.queue().destination(),
            batch.selector(),
            new AmqpMessageReader(batch, server.messageReader())::read);
    try {
      transaction.run(() -> source.intake().takeWaiting(from));
    } catch (RuntimeException e) {
      repetition.failed(source.failure(), e);
    }
  }
}
