package org.goodtiming.scheduler.deadletter;

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
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.telemetry.FailureLog;
import org.goodtiming.scheduler.telemetry.PeriodicWork;
import org.goodtiming.scheduler.telemetry.Servers;

/**
 * Empties the queues of AMQP dead letters. A message that cannot be consumed is first stored in the
 * quarantine, then removed from the broker, so that a crash in between does not lose it.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AmqpDeadLetterPoller {

  private static final Logger LOG = System.getLogger(AmqpDeadLetterPoller.class.getName());

  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final BrokerQueue DEAD = new BrokerQueue("scheduler.dead", "scheduler.dead.amqp");
  private static final BrokerQueue EXPIRED =
      new BrokerQueue("scheduler.expired", "scheduler.expired.amqp");
  private static final String FAILURE =
      "SCHED-0224 could not move the messages of queue %s to the quarantine; retrying";

  private @Resource ManagedThreadFactory threads;
  private @Inject AmqpPages pages;
  private @Inject DeadLetterTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private PeriodicWork work;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    work =
        PeriodicWork.start(
            "AMQP dead letters",
            threads,
            servers,
            PAUSE,
            this::empty,
            e -> failures.failed(FAILURE.formatted("scheduler.dead or scheduler.expired"), e));
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    work.close();
  }

  private void empty(BooleanSupplier goesOn) {
    empty(DEAD, DeadLetterType.DEAD, goesOn);
    empty(EXPIRED, DeadLetterType.EXPIRED, goesOn);
  }

  /** A failure does not delay the other queue; the messages are still there. */
  private void empty(BrokerQueue queue, DeadLetterType fate, BooleanSupplier goesOn) {
    try {
      pages.consume(
          queue,
          1,
          goesOn,
          batch -> transactions.consume(queue, batch, fate),
          shown -> transactions.keepOnce(shown, fate));
    } catch (RuntimeException e) {
      failures.failed(FAILURE.formatted(queue), e);
    }
  }
}
