package org.goodtiming.scheduler.chaos;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.Broker;

/**
 * How the suite itself connects to the broker: without the client's own reconnecting, so that it
 * notices an outage and decides itself what is uncertain.
 */
record BrokerClient(ConnectionFactory factory) {

  /** A client of the active broker. */
  static BrokerClient of(List<Broker> brokers) {
    var addresses =
        brokers.stream()
            .map(broker -> "tcp://%s:%d".formatted(broker.host(), broker.port()))
            .collect(Collectors.joining(","));
    return of("(%s)".formatted(addresses), brokers.get(0));
  }

  /** A client through a proxy. */
  static BrokerClient of(Broker broker, int port) {
    return of("tcp://%s:%d".formatted(broker.host(), port), broker);
  }

  private static BrokerClient of(String addresses, Broker login) {
    var url =
        addresses
            + "?reconnectAttempts=0&initialConnectAttempts=1&retryInterval=100&callTimeout=20000"
            + "&connectionTTL=30000&clientFailureCheckPeriod=10000";
    return new BrokerClient(new ActiveMQConnectionFactory(url, login.user(), login.password()));
  }

  JMSContext open(int mode) {
    return factory.createContext(mode);
  }
}
