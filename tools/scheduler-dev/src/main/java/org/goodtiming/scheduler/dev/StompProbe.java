package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Logs in at the broker in the simplest of its protocols: proves that it serves, not only listens.
 */
record StompProbe(BrokerTransport transport, String user, String password) {
  private static final int LIMIT_MILLIS = 2_000;

  boolean succeeds() {
    try (var socket = transport.sockets().createSocket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), transport.port()), LIMIT_MILLIS);
      socket.getOutputStream().write(connectFrame().getBytes(UTF_8));
      var answer = socket.getInputStream().readNBytes("CONNECTED".length());
      return new String(answer, UTF_8).equals("CONNECTED");
    } catch (IOException e) {
      return false;
    }
  }

  private String connectFrame() {
    return "CONNECT\naccept-version:1.2\nhost:scheduler\nlogin:"
        + user
        + "\npasscode:"
        + password
        + "\n\n\0";
  }
}
