package org.goodtiming.scheduler.broker;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Map;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;
import org.goodtiming.scheduler.quarantine.ReceivedMessage.Kind;
import org.goodtiming.scheduler.quarantine.ReceivedMessage.Origin;
import org.goodtiming.scheduler.quarantine.Sender;
import org.goodtiming.scheduler.quarantine.Verdict;
import org.goodtiming.scheduler.quarantine.Verdict.Stage;

/** Puts messages aside of which the broker cannot even tell the id. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ParkingTransactions {

  private @Inject BrokerQueues queues;
  private @Inject Quarantine quarantine;

  /** One node at a time: the next message may be a good one. */
  public void parkFirst(BrokerQueue queue) {
    if (quarantine.isAlone() && queues.isFirstUnreadable(queue)) {
      queues.parkFirst(queue);
      quarantine.keep(
          new ReceivedMessage(
              Kind.UNREADABLE, Map.of(), null, new Origin(null, null, true, 1, Sender.UNKNOWN)),
          new Verdict(
              Stage.REGISTRATION,
              "SCHED-0173",
              "this AMQP message from %s is so malformed that the broker cannot show it; it lies in queue %s of the broker: correct the client that sent it"
                  .formatted(queue, BrokerQueues.PARKING),
              null,
              null,
              null));
    }
  }
}
