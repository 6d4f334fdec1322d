package org.goodtiming.scheduler.dev;

import javax.net.SocketFactory;

/**
 * How bytes travel to the broker.
 *
 * @param acceptor parameters of the broker's acceptor, as in {@code SCHEDULER_BROKER_TLS}
 * @param sockets that get through to it
 */
record BrokerTransport(int port, String acceptor, SocketFactory sockets) {
  static final String NO_TLS = "sslEnabled=false";

  static BrokerTransport plain(int port) {
    return new BrokerTransport(port, NO_TLS, SocketFactory.getDefault());
  }
}
