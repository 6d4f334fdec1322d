package org.goodtiming.scheduler.broker.amqp;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Removes messages that no consumer can receive from their queue, one node at a time. */
@Singleton
public record UndeliverableMessages(
    NewTransaction transaction, BrokerQueues queues, Quarantine quarantine) {

  @Inject
  public UndeliverableMessages {}

  /**
   * Moves messages to the quarantine. The lock is held until after the removal: otherwise another
   * node that has browsed the queue earlier could store a message again whose row an operator has
   * resubmitted in the meantime.
   *
   * @param page how many messages were read
   * @param keep stores one message; committed when it returns, so that a crash before the removal
   *     shows the message again, and {@link Quarantine#keepOnce} finds its row
   */
  public void quarantine(
      BrokerQueue queue, CheckedMessages probed, int page, Consumer<ManagementMessage> keep) {
    if (!probed.undeliverable().isEmpty()) {
      alone(
          () -> {
            for (ManagementMessage each : queues.stillIn(queue, probed.undeliverable(), page)) {
              keep.accept(each);
              queues.remove(queue, each.id());
            }
          });
    }
  }

  /**
   * Moves the first message aside if the broker cannot even report its id. Only under the lock,
   * because the next message may be valid.
   */
  public void parkFirst(BrokerQueue queue) {
    alone(() -> park(queue));
  }

  /** Runs the work unless another node is doing it. */
  private void alone(Runnable work) {
    transaction.run(
        () -> {
          if (quarantine.isAlone()) {
            work.run();
          }
        });
  }

  private void park(BrokerQueue queue) {
    if (queues.isFirstUnreadable(queue)) {
      queues.parkFirst(queue);
      quarantine.keep(
          new ReceivedMessage(
              Kind.UNREADABLE, Map.of(), null, new Origin(null, null, true, 1, Sender.UNKNOWN)),
          new QuarantineReason(
              Stage.REGISTRATION,
              "SCHED-0173",
              "this AMQP message from %s is so malformed that the broker cannot show it; it is in queue %s of the broker: correct the client that sent it"
                  .formatted(queue, BrokerQueues.PARKING),
              null,
              null,
              null));
    }
  }
}
