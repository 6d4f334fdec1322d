package org.goodtiming.scheduler.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.Address;

/**
 * The addresses of a server. Exactly one listens while the server runs, such as the active broker
 * of a pair.
 *
 * @param addresses empty if not known
 */
record Listeners(List<Address> addresses) {

  private static final int PATIENCE_MILLIS = 1_000;

  /**
   * Finds out whether anything listens there. Unlike a pool of connections, this logs nothing.
   *
   * @throws ConnectException if nothing listens at any address
   */
  void require() throws ConnectException {
    List<String> failures = new ArrayList<>();
    for (Address address : addresses) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
        return;
      } catch (IOException e) {
        failures.add("%s: %s".formatted(address, e.getMessage()));
      }
    }
    if (!failures.isEmpty()) {
      throw new ConnectException(String.join("; ", failures));
    }
  }
}
