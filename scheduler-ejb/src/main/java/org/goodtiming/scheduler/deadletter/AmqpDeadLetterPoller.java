package org.goodtiming.scheduler.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.broker.AmqpPages;
import org.goodtiming.scheduler.broker.BrokerQueue;

/**
 * Empties the queues of AMQP dead letters. A message that cannot be consumed is first stored in the
 * quarantine, then removed from the broker, so that a crash in between does not lose it.
 */
@ApplicationScoped
public class AmqpDeadLetterPoller implements NodeTask {

  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final BrokerQueue DEAD = new BrokerQueue("scheduler.dead", "scheduler.dead.amqp");
  private static final BrokerQueue EXPIRED =
      new BrokerQueue("scheduler.expired", "scheduler.expired.amqp");
  private static final String FAILURE =
      "SCHED-0224 could not move the messages of queue %s to the quarantine; retrying";

  private @Inject AmqpPages pages;
  private @Inject DeadLetterTransactions transactions;

  @Override
  public String name() {
    return "AMQP dead letters";
  }

  @Override
  public Duration interval() {
    return PAUSE;
  }

  @Override
  public boolean belongsTo(NodeDuties duties) {
    return !duties.isDrained();
  }

  @Override
  public String failure() {
    return FAILURE.formatted("scheduler.dead or scheduler.expired");
  }

  @Override
  public void run(Repetition repetition) {
    empty(DEAD, DeadLetterType.DEAD, repetition);
    empty(EXPIRED, DeadLetterType.EXPIRED, repetition);
  }

  /** A failure does not delay the other queue; the messages are still there. */
  private void empty(BrokerQueue queue, DeadLetterType fate, Repetition repetition) {
    try {
      pages.consume(
          queue,
          1,
          repetition::goesOn,
          batch -> transactions.consume(queue, batch, fate),
          shown -> transactions.keepOnce(shown, fate));
    } catch (RuntimeException e) {
      repetition.failed(FAILURE.formatted(queue), e);
    }
  }
}
