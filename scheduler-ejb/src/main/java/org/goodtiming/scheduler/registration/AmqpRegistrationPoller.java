package org.goodtiming.scheduler.registration;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.PeriodicWork;
import org.goodtiming.scheduler.telemetry.Servers;

/**
 * Consumes AMQP registrations. Not a message-driven bean: a message that the broker cannot convert
 * closes its consumer, and does not inform the bean (docs/adr/0013).
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AmqpRegistrationPoller {

  private static final Logger LOG = System.getLogger(AmqpRegistrationPoller.class.getName());

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.jobs.amqp", "scheduler.jobs.amqp");
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int PAGES = 20;

  private @Resource ManagedThreadFactory threads;
  private @Inject SchemaVersion schema;
  private @Inject AmqpPages pages;
  private @Inject RegistrationTransactions registrations;
  private @Inject AmqpRegistrationTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work =
        PeriodicWork.start(
            "AMQP registrations", threads, servers, PAUSE, this::storeAll, this::failed);
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void storeAll(BooleanSupplier goesOn) {
    pages.consume(
        QUEUE,
        PAGES,
        () -> goesOn.getAsBoolean() && isSchemaUsable(),
        this::store,
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
  private void store(CheckedMessages batch) {
    try {
      registrations.store(QUEUE, batch);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void failed(Throwable failure) {
    failures.failed("SCHED-0165 could not store AMQP registrations; retrying", failure);
  }
}
