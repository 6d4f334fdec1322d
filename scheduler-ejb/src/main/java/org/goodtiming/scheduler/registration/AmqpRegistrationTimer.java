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
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.BrokerQueues;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.DeliverabilityCheck;
import org.goodtiming.scheduler.broker.UndeliverableTransactions;
import org.goodtiming.scheduler.job.SchemaVersion;
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
public class AmqpRegistrationTimer {

  private static final Logger LOG = System.getLogger(AmqpRegistrationTimer.class.getName());

  private static final BrokerQueue QUEUE =
      new BrokerQueue("scheduler.jobs.amqp", "scheduler.jobs.amqp");
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int PAGE = 50;
  private static final int PAGES = 20;

  private @Resource ManagedThreadFactory threads;
  private @Inject SchemaVersion schema;
  private @Inject BrokerQueues queues;
  private @Inject DeliverabilityCheck probe;
  private @Inject UndeliverableTransactions undeliverables;
  private @Inject RegistrationTransactions registrations;
  private @Inject AmqpRegistrationTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work = PeriodicWork.start(threads, servers, PAUSE, this::takePages, this::failed);
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void takePages() throws SQLException {
    for (int page = 0; page < PAGES && !queues.isEmpty(QUEUE); page++) {
      // Before each batch: a message consumed while the database is away counts as a failed
      // delivery
      if (schema.problem().isPresent() || !takePage()) {
        return;
      }
    }
  }

  /** False if there was nothing on it: the queue counts messages that are to be delivered later. */
  private boolean takePage() {
    if (queues.isFirstUnreadable(QUEUE)) {
      undeliverables.parkFirst(QUEUE);
      return true;
    }
    CheckedMessages probed = probe.first(QUEUE, PAGE);
    probed.batches().forEach(this::store);
    undeliverables.quarantine(QUEUE, probed, PAGE, transactions::keepOnce);
    return !probed.isEmpty();
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
