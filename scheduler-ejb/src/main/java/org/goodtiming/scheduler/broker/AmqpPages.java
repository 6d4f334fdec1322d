package org.goodtiming.scheduler.broker;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Consumes the messages of an AMQP queue, page by page. */
@Singleton
public class AmqpPages {

  private static final int PAGE = 50;

  private @Inject BrokerQueues queues;
  private @Inject DeliverabilityCheck check;
  private @Inject UndeliverableMessages undeliverables;

  /**
   * Consumes what is in the queue now; messages that nobody can receive are removed from it.
   *
   * @param atMost the number of pages after which other queues have their turn
   * @param goesOn asked before each transaction
   * @param consume consumes these messages with a transaction of its own
   * @param keep stores a message that cannot be consumed in the quarantine, if it is not there yet;
   *     see {@link UndeliverableMessages#quarantine}
   */
  public void consume(
      BrokerQueue queue,
      int atMost,
      BooleanSupplier goesOn,
      Consumer<CheckedMessages> consume,
      Consumer<ManagementMessage> keep) {
    boolean mayHaveMore = true;
    for (int page = 0;
        page < atMost && mayHaveMore && !queues.isEmpty(queue) && goesOn.getAsBoolean();
        page++) {
      mayHaveMore = consumePage(queue, goesOn, consume, keep);
    }
  }

  /** False if there was nothing on it: the queue counts messages that are to be delivered later. */
  private boolean consumePage(
      BrokerQueue queue,
      BooleanSupplier goesOn,
      Consumer<CheckedMessages> consume,
      Consumer<ManagementMessage> keep) {
    if (queues.isFirstUnreadable(queue)) {
      undeliverables.parkFirst(queue);
      return true;
    }
    CheckedMessages checked = check.first(queue, PAGE);
    for (CheckedMessages batch : checked.batches()) {
      if (goesOn.getAsBoolean()) {
        consume.accept(batch);
      }
    }
    if (goesOn.getAsBoolean()) {
      undeliverables.quarantine(queue, checked, PAGE, keep);
    }
    return !checked.isEmpty();
  }
}
