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
import java.util.List;
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.BrokerQueues;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.DeliverabilityCheck;
import org.goodtiming.scheduler.broker.UndeliverableTransactions;
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
public class AmqpDeadLetterTimer {

  private static final Logger LOG = System.getLogger(AmqpDeadLetterTimer.class.getName());

  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int PAGE = 50;

  private @Resource ManagedThreadFactory threads;
  private @Inject BrokerQueues queues;
  private @Inject DeliverabilityCheck probe;
  private @Inject UndeliverableTransactions undeliverables;
  private @Inject DeadLetterTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;
  private List<PeriodicWork> works;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    works =
        List.of(
            empty(new BrokerQueue("scheduler.dead", "scheduler.dead.amqp"), DeadLetterType.DEAD),
            empty(
                new BrokerQueue("scheduler.expired", "scheduler.expired.amqp"),
                DeadLetterType.EXPIRED));
  }

  // The attribute is named here too: see docs/adr/0007
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    works.forEach(PeriodicWork::close);
  }

  private PeriodicWork empty(BrokerQueue queue, DeadLetterType fate) {
    String failure =
        "SCHED-0224 could not move the messages of queue %s to the quarantine; retrying"
            .formatted(queue);
    return PeriodicWork.start(
        threads, servers, PAUSE, () -> keepPage(queue, fate), e -> failures.failed(failure, e));
  }

  private void keepPage(BrokerQueue queue, DeadLetterType fate) {
    if (!queues.isEmpty(queue)) {
      if (queues.isFirstUnreadable(queue)) {
        undeliverables.parkFirst(queue);
      } else {
        keep(queue, probe.first(queue, PAGE), fate);
      }
    }
  }

  private void keep(BrokerQueue queue, CheckedMessages probed, DeadLetterType fate) {
    probed.batches().forEach(batch -> transactions.consume(queue, batch, fate));
    undeliverables.quarantine(queue, probed, PAGE, shown -> transactions.keepOnce(shown, fate));
  }
}
