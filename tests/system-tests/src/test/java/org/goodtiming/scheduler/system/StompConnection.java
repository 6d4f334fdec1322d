package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;

/** A connection by STOMP 1.2, a socket and nothing else. */
final class StompConnection implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;

  /**
   * @param clientId for durable subscriptions; empty for none
   */
  StompConnection(Broker broker, BrokerUser user, String clientId) {
    try {
      socket = new Socket(broker.host(), broker.port());
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      String login =
          "CONNECT\naccept-version:1.2\nhost:x\nlogin:%s\npasscode:%s\n%s\n"
              .formatted(
                  user.user(),
                  broker.password(user),
                  clientId.isEmpty() ? "" : "client-id:" + clientId + "\n");
      String answer = exchange(login, new byte[0]);
      if (!answer.startsWith("CONNECTED")) {
        throw new IOException(answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a frame, and returns the answer. */
  String exchange(String head, byte[] body) throws IOException {
    send(head, body);
    return frame();
  }

  void send(String head, byte[] body) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(head.getBytes(UTF_8));
    out.write(body);
    out.write(0);
    out.flush();
  }

  /** The next frame from the broker. */
  String frame() throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    for (int next = in.read(); next != 0; next = in.read()) {
      if (next < 0) {
        throw new IOException("the broker closed the connection");
      }
      if (next != '\n' || frame.size() > 0) {
        frame.write(next);
      }
    }
    return frame.toString(UTF_8);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
