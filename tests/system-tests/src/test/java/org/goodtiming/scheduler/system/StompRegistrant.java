package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.util.Map;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;

/** An application that registers by STOMP 1.2, a socket and nothing else. */
final class StompRegistrant implements AutoCloseable {

  private final Broker broker;
  private final BrokerUser user;
  private final String destination;
  private StompConnection connection;

  StompRegistrant(Broker broker) {
    this(broker, BrokerUser.ADMIN);
  }

  StompRegistrant(Broker broker, BrokerUser user) {
    this(broker, user, "scheduler.jobs");
  }

  StompRegistrant(Broker broker, BrokerUser user, String destination) {
    this.broker = broker;
    this.user = user;
    this.destination = destination;
    connection = connect();
  }

  /** Whether the broker has accepted it; headers are sent as they are, unless they end a line. */
  boolean send(Map<String, String> headers, byte[] body, boolean withLength) {
    StringBuilder frame = new StringBuilder("SEND\ndestination:");
    frame.append(destination).append('\n').append("persistent:true\nreceipt:r\n");
    headers.forEach(
        (name, value) -> frame.append(line(name)).append(':').append(line(value)).append('\n'));
    if (withLength) {
      frame.append("content-length:").append(body.length).append('\n');
    }
    try {
      return connection.exchange(frame.append('\n').toString(), body).startsWith("RECEIPT")
          || renew();
    } catch (IOException e) {
      return renew();
    }
  }

  @Override
  public void close() {
    connection.close();
  }

  /** The broker closes a connection after an error. */
  private boolean renew() {
    close();
    connection = connect();
    return false;
  }

  private StompConnection connect() {
    return new StompConnection(broker, user, "");
  }

  private static String line(String text) {
    return text.replaceAll("[\\x00\\r\\n]", "?");
  }
}
