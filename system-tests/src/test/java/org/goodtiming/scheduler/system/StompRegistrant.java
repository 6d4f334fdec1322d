package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Map;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;

/** An application that registers by STOMP 1.2, a socket and nothing else. */
final class StompRegistrant implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;

  private final Broker broker;
  private final BrokerUser user;
  private final String destination;
  private Socket socket;

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
    try {
      socket = connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      return exchange(socket, frame.append('\n').toString(), body).startsWith("RECEIPT") || renew();
    } catch (IOException e) {
      return renew();
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The broker closes a connection after an error. */
  private boolean renew() {
    close();
    try {
      socket = connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return false;
  }

  private Socket connect() throws IOException {
    Socket fresh = new Socket(broker.host(), broker.port());
    fresh.setSoTimeout(PATIENCE_MILLIS);
    fresh.setTcpNoDelay(true);
    String login =
        "CONNECT\naccept-version:1.2\nhost:x\nlogin:%s\npasscode:%s\n\n"
            .formatted(user.user(), broker.password(user));
    String answer = exchange(fresh, login, new byte[0]);
    if (!answer.startsWith("CONNECTED")) {
      throw new IOException(answer);
    }
    return fresh;
  }

  private static String exchange(Socket socket, String head, byte[] body) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(head.getBytes(UTF_8));
    out.write(body);
    out.write(0);
    out.flush();
    return frame(socket.getInputStream());
  }

  private static String frame(InputStream in) throws IOException {
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

  private static String line(String text) {
    return text.replaceAll("[\\x00\\r\\n]", "?");
  }
}
