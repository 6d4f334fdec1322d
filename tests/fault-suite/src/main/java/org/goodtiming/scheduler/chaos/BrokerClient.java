package org.goodtiming.scheduler.chaos;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.Broker;

/**
 * How the suite itself connects to the broker: without the client's own reconnecting, so that it
 * notices an outage and decides itself what is uncertain.
 */
record BrokerClient(ConnectionFactory factory) {

  static BrokerClient of(Broker broker) {
    return of(broker, broker.port());
  }

  /** Through a proxy. */
  static BrokerClient of(Broker broker, int port) {
    var url =
        "tcp://%s:%d".formatted(broker.host(), port)
            + "?reconnectAttempts=0&initialConnectAttempts=1&callTimeout=20000"
            + "&connectionTTL=30000&clientFailureCheckPeriod=10000";
    return new BrokerClient(new ActiveMQConnectionFactory(url, broker.user(), broker.password()));
  }

  JMSContext open(int mode) {
    return factory.createContext(mode);
  }
}
