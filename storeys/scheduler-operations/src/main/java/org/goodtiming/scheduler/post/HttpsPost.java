package org.goodtiming.scheduler.post;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One POST by HTTPS to addresses that are given, not looked up: java.net.http cannot do that. The
 * certificate must be that of the host of the URL. Redirects are not followed. Connections,
 * handshake, request and answer together have one deadline.
 */
public final class HttpsPost {

  private static final int HTTPS = 443;

  private final SSLSocketFactory sockets;
  private final PostDeadlines deadlines;
  private final Duration timeout;

  /**
   * @param timeout from the beginning of the first connection to the answer
   */
  public HttpsPost(SSLSocketFactory sockets, PostDeadlines deadlines, Duration timeout) {
    this.sockets = sockets;
    this.deadlines = deadlines;
    this.timeout = timeout;
  }

  /**
   * A request.
   *
   * @param maxContent how many bytes of the content of the answer are wanted
   */
  record Request(URI url, Map<String, String> headers, byte[] body, int maxContent) {

    byte[] head() {
      StringBuilder head = new StringBuilder("POST ").append(target()).append(" HTTP/1.1\r\n");
      head.append("Host: ").append(url.getRawAuthority()).append("\r\n");
      headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
      head.append("Content-Length: ").append(body.length).append("\r\n");
      head.append("Connection: close\r\n\r\n");
      return head.toString().getBytes(ISO_8859_1);
    }

    private String target() {
      String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
      return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    int port() {
      return url.getPort() < 0 ? HTTPS : url.getPort();
    }
  }

  /**
   * Posts to the first of the addresses that takes a connection.
   *
   * @param addresses of the host, in the order in which they are tried
   */
  HttpAnswer send(Request request, List<InetAddress> addresses) throws IOException {
    long end = System.nanoTime() + timeout.toNanos();
    try {
      return send(request, addresses, end);
    } catch (IOException e) {
      throw System.nanoTime() < end ? e : new SocketTimeoutException("no answer within " + timeout);
    }
  }

  private HttpAnswer send(Request request, List<InetAddress> addresses, long end)
      throws IOException {
    List<String> refusals = new ArrayList<>();
    for (InetAddress address : addresses) {
      long left = Math.max(0, end - System.nanoTime());
      // A silent address must leave time to the next one
      long share = left / (addresses.size() - refusals.size());
      try (Socket plain = new Socket();
          PostDeadlines.Deadline deadline = deadlines.close(plain, Duration.ofNanos(left))) {
        String refusal = connect(plain, new InetSocketAddress(address, request.port()), share);
        if (refusal == null) {
          return exchange(plain, request);
        }
        refusals.add(refusal);
      }
    }
    throw new IOException(
        "no connection to %s: %s".formatted(request.url().getHost(), String.join(", ", refusals)));
  }

  /** Null if the address takes the connection. */
  private static @Nullable String connect(Socket socket, InetSocketAddress address, long nanos) {
    try {
      socket.connect(address, (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
      return null;
    } catch (IOException e) {
      return "%s (%s)".formatted(e.getMessage(), address.getAddress().getHostAddress());
    }
  }

  private HttpAnswer exchange(Socket plain, Request request) throws IOException {
    String host = request.url().getHost();
    try (SSLSocket socket = (SSLSocket) sockets.createSocket(plain, host, request.port(), true)) {
      verifyHost(socket);
      socket.startHandshake();
      write(socket.getOutputStream(), request);
      return HttpAnswer.read(socket.getInputStream(), request.maxContent());
    }
  }

  private static void verifyHost(SSLSocket socket) {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
  }

  private static void write(OutputStream out, Request request) throws IOException {
    out.write(request.head());
    out.write(request.body());
    out.flush();
  }
}
