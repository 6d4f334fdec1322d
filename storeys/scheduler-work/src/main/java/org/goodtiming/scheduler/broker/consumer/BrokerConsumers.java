package org.goodtiming.scheduler.broker.consumer;

import jakarta.json.JsonObject;
import java.util.List;
import org.goodtiming.scheduler.broker.BrokerAnswer;
import org.goodtiming.scheduler.broker.BrokerManagement;

/** The consumers of the broker and where they come from, by its management address. */
record BrokerConsumers(BrokerManagement management) {

  List<BrokerConsumer> all() {
    return list("listAllConsumersAsJSON").stream().map(BrokerConsumer::of).toList();
  }

  /** The remote address of the connection, if the broker still knows it. */
  String addressOf(String connection) {
    return list("listConnectionsAsJSON").stream()
        .filter(each -> connection.equals(each.getString("connectionID")))
        .map(each -> each.getString("clientAddress", "an unknown address"))
        .findFirst()
        .orElse("an unknown address");
  }

  private List<JsonObject> list(String operation) {
    return new BrokerAnswer(management.invoke("broker", operation, "[]")).objects();
  }
}
