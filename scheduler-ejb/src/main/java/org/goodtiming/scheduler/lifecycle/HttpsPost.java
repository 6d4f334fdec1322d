package org.goodtiming.scheduler.lifecycle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST by HTTPS to an address that is given, not looked up: java.net.http cannot do that. The
 * certificate must be that of the host of the URL. Redirects are not followed, and of the answer
 * only the status is read. Connection, handshake, request and answer together have one deadline.
 */
final class HttpsPost {

  private static final int HTTPS = 443;
  private static final int LONGEST_STATUS_LINE = 1_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");

  private final SSLSocketFactory sockets;
  private final PostDeadlines deadlines;
  private final Duration timeout;

  /**
   * @param timeout from the beginning of the connection to the answer
   */
  HttpsPost(SSLSocketFactory sockets, PostDeadlines deadlines, Duration timeout) {
    this.sockets = sockets;
    this.deadlines = deadlines;
    this.timeout = timeout;
  }

  /** The status of the answer. */
  int send(URI url, InetAddress address, Map<String, String> headers, String body)
      throws IOException {
    int port = url.getPort() < 0 ? HTTPS : url.getPort();
    byte[][] request = request(url, headers, body.getBytes(UTF_8));
    long start = System.nanoTime();
    try (Socket plain = new Socket();
        PostDeadlines.Deadline deadline = deadlines.close(plain, timeout)) {
      plain.connect(new InetSocketAddress(address, port));
      return exchange(plain, url.getHost(), port, request);
    } catch (IOException e) {
      throw System.nanoTime() - start < timeout.toNanos()
          ? e
          : new SocketTimeoutException("no answer within " + timeout);
    }
  }

  private int exchange(Socket plain, String host, int port, byte[][] request) throws IOException {
    try (SSLSocket socket = (SSLSocket) sockets.createSocket(plain, host, port, true)) {
      verifyHost(socket);
      socket.startHandshake();
      write(socket.getOutputStream(), request);
      return status(socket.getInputStream());
    }
  }

  private static void verifyHost(SSLSocket socket) {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
  }

  private static byte[][] request(URI url, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder("POST ").append(target(url)).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(url.getRawAuthority()).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(body.length).append("\r\n");
    head.append("Connection: close\r\n\r\n");
    return new byte[][] {head.toString().getBytes(ISO_8859_1), body};
  }

  private static String target(URI url) {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  private static void write(OutputStream out, byte[][] parts) throws IOException {
    for (byte[] part : parts) {
      out.write(part);
    }
    out.flush();
  }

  private static int status(InputStream in) throws IOException {
    Matcher status = STATUS.matcher(line(in));
    if (!status.matches()) {
      throw new IOException("the answer is not that of an HTTP server");
    }
    return Integer.parseInt(status.group(1));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < LONGEST_STATUS_LINE) {
      int next = in.read();
      if (next < 0 || next == '\n') {
        return line.toString().stripTrailing();
      }
      line.append((char) next);
    }
    return line.toString();
  }
}
