package org.goodtiming.scheduler.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Where a server listens. */
record Address(String host, int port) {

  private static final int PATIENCE_MILLIS = 1_000;

  /** Finds out whether anything listens there. Unlike a pool of connections, this logs nothing. */
  void connect() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
    } catch (IOException e) {
      throw new ConnectException("%s:%d: %s".formatted(host, port, e.getMessage()));
    }
  }
}
