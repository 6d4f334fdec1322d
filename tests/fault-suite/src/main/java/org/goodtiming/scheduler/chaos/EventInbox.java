package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.LifecycleEvent;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.EventLedger.Told;

/** Notes the lifecycle events of jobs that come to a subscription. */
record EventInbox(Supplier<EventLedger> ledger) implements Receiver.Inbox {

  private static final String OF_JOBS = "job.";

  /** The queue of the subscription at the broker. */
  static final String QUEUE = "chaos.events";

  /** The name by which clients address a queue of a topic. */
  static final String ADDRESS = WireContract.EVENT_TOPIC + "::" + QUEUE;

  static void subscribe(BrokerConsole console) throws Exception {
    console.invoke(
        "broker",
        "createQueue",
        "{\"name\":\"%s\",\"address\":\"%s\",\"routing-type\":\"MULTICAST\",\"durable\":true}"
            .formatted(QUEUE, WireContract.EVENT_TOPIC),
        true);
  }

  static void unsubscribe(BrokerConsole console) throws Exception {
    console.invoke("broker", "destroyQueue", QUEUE);
  }

  @Override
  public void received(Message message, JMSContext transaction) {
    var event = LifecycleEvent.of(message);
    var jobId = event.jobId();
    if (jobId != null && event.type().startsWith(OF_JOBS)) {
      var word = event.type().substring(OF_JOBS.length());
      ledger.get().told(event.id(), jobId, new Told(word, event.attempt(), event.sequence()));
    }
  }
}
