package org.goodtiming.scheduler.deadletter;

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
import org.goodtiming.scheduler.broker.BrokerQueue;
import org.goodtiming.scheduler.broker.BrokerQueues;
import org.goodtiming.scheduler.broker.CheckedMessages;
import org.goodtiming.scheduler.broker.DeliverabilityCheck;
import org.goodtiming.scheduler.broker.UndeliverableTransactions;
import org.goodtiming.scheduler.telemetry.FailureLog;
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

  private static final long TICK_MILLIS = 5_000;
  private static final int PAGE = 50;

  private @Resource TimerService timers;
  private @Inject BrokerQueues queues;
  private @Inject DeliverabilityCheck probe;
  private @Inject UndeliverableTransactions undeliverables;
  private @Inject DeadLetterTransactions transactions;
  private @Inject Servers servers;

  private FailureLog failures;

  @PostConstruct
  void start() {
    failures = new FailureLog(LOG, servers);
    timers.createIntervalTimer(
        TICK_MILLIS, TICK_MILLIS, new TimerConfig("amqp dead letters", false));
  }

  @Timeout
  void tick() {
    if (!servers.allAnswer()) {
      return;
    }
    empty(new BrokerQueue("scheduler.dead", "scheduler.dead.amqp"), DeadLetterType.DEAD);
    empty(new BrokerQueue("scheduler.expired", "scheduler.expired.amqp"), DeadLetterType.EXPIRED);
  }

  private void empty(BrokerQueue queue, DeadLetterType fate) {
    try {
      if (!queues.isEmpty(queue)) {
        if (queues.isFirstUnreadable(queue)) {
          undeliverables.parkFirst(queue);
        } else {
          keep(queue, probe.first(queue, PAGE), fate);
        }
      }
    } catch (RuntimeException e) {
      // The timer must survive, and the messages are still there
      failures.failed(
          "SCHED-0224 could not move the messages of queue %s to the quarantine; the next tick tries again"
              .formatted(queue),
          e);
    }
  }

  private void keep(BrokerQueue queue, CheckedMessages probed, DeadLetterType fate) {
    probed.batches().forEach(batch -> transactions.consume(queue, batch, fate));
    undeliverables.quarantine(queue, probed, PAGE, shown -> transactions.keepOnce(shown, fate));
  }
}
