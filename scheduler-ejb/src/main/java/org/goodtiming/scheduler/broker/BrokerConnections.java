package org.goodtiming.scheduler.broker;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.util.List;

/** Who is connected to the broker, by its management address. */
record BrokerConnections(BrokerManagement management) {

  private static final JsonProvider JSON = JsonProvider.provider();

  List<BrokerConsumer> consumers() {
    return list("listAllConsumersAsJSON").stream().map(BrokerConsumer::of).toList();
  }

  /** Where the connection comes from, as far as the broker still knows it. */
  String addressOf(String connection) {
    return list("listConnectionsAsJSON").stream()
        .filter(each -> connection.equals(each.getString("connectionID")))
        .map(each -> each.getString("clientAddress", "an unknown address"))
        .findFirst()
        .orElse("an unknown address");
  }

  /**
   * Ends it, so that its messages are delivered again. To close only the consumer would leave its
   * session without one: the client is not informed.
   *
   * @return false if it had ended already
   */
  boolean close(String connection) {
    String parameters = JSON.createArrayBuilder().add(connection).build().toString();
    return new BrokerAnswer(management.invoke("broker", "closeConnectionWithID", parameters))
        .flag();
  }

  private List<JsonObject> list(String operation) {
    return new BrokerAnswer(management.invoke("broker", operation, "[]")).objects();
  }
}
