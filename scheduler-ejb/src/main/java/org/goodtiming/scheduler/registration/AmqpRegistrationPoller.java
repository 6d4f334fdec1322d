package org.goodtiming.scheduler.registration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * Consumes AMQP registrations. Not a message-driven bean: a message that the broker cannot convert
 * closes its consumer, and does not inform the bean (docs/adr/0013).
 */
@ApplicationScoped
public class AmqpRegistrationPoller implements NodeTask {

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.jobs.amqp", "scheduler.jobs.amqp");
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int PAGES = 20;
  private static final String FAILURE = "SCHED-0165 could not store AMQP registrations; retrying";

  private @Inject SchemaVersion schema;
  private @Inject AmqpPages pages;
  private @Inject RegistrationTransactions registrations;
  private @Inject AmqpRegistrationTransactions transactions;

  @Override
  public String name() {
    return "AMQP registrations";
  }

  @Override
  public Duration interval() {
    return PAUSE;
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return duties.registers();
  }

  @Override
  public String failure() {
    return FAILURE;
  }

  @Override
  public void run(Repetition repetition) {
    pages.consume(
        QUEUE,
        PAGES,
        () -> repetition.goesOn() && isSchemaUsable(),
        batch -> store(batch, repetition),
        transactions::keepOnce);
  }

  /** A message that is consumed while the database is away counts as a failed delivery. */
  private boolean isSchemaUsable() {
    try {
      return schema.problem().isEmpty();
    } catch (SQLException e) {
      throw new StoreException("query the version of the schema", e);
    }
  }

  /**
   * Failed messages are redelivered later, one by one; other messages are processed in the
   * meantime.
   */
  private void store(CheckedMessages batch, Repetition repetition) {
    try {
      registrations.store(QUEUE, batch);
    } catch (RuntimeException e) {
      repetition.failed(FAILURE, e);
    }
  }
}
