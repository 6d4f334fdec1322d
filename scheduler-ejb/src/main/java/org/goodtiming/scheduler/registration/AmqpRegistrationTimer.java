package org.goodtiming.scheduler.registration;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.sql.SQLException;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.BrokerQueues;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.DeliverabilityCheck;
import org.goodtiming.scheduler.broker.UndeliverableTransactions;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.FailureLog;
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
  private static final long TICK_MILLIS = 250;
  private static final int PAGE = 50;
  private static final int PAGES = 20;

  private @Resource TimerService timers;
  private @Inject SchemaVersion schema;
  private @Inject BrokerQueues queues;
  private @Inject DeliverabilityCheck probe;
  private @Inject UndeliverableTransactions undeliverables;
  private @Inject RegistrationTransactions registrations;
  private @Inject AmqpRegistrationTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    timers.createIntervalTimer(0, TICK_MILLIS, new TimerConfig("amqp registrations", false));
  }

  @Timeout
  void tick() {
    if (!servers.allAnswer()) {
      return;
    }
    try {
      for (int page = 0; page < PAGES && !queues.isEmpty(QUEUE); page++) {
        // Before each batch: a message consumed while the database is away counts as a failed
        // delivery
        if (schema.problem().isPresent() || !takePage()) {
          return;
        }
      }
    } catch (SQLException | RuntimeException e) {
      // The timer must survive: the next tick tries again
      failed(e);
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

  private void failed(Exception failure) {
    failures.failed("SCHED-0165 could not store AMQP registrations; retrying", failure);
  }
}
