package org.goodtiming.scheduler.lifecycle;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A receiver keeps a post no longer than the timeout, whatever it does. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpsPostTest {

  private static final String HOST = "chat.example.org";
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String SHORT_BODY = "{}";

  /** More than the buffers of both sockets. */
  private static final String LONG_BODY = "x".repeat(64 * 1024 * 1024);

  /** The beginning of a record of TLS with a message of the handshake, of 16 KiB. */
  private static final byte[] HANDSHAKE = {22, 3, 3, 64, 0, 2, 0, 63, (byte) 252};

  @TempDir private static Path directory;
  private static SSLContext tls;

  private final PostDeadlines deadlines = new PostDeadlines(Thread::new);
  private final ScheduledExecutorService receiver = Executors.newScheduledThreadPool(2);

  private interface Answer {
    void to(Socket client) throws IOException;
  }

  @BeforeAll
  static void certificate() throws Exception {
    tls = ReceiverTls.of(HOST, directory);
  }

  @AfterEach
  void end() {
    receiver.shutdownNow();
    deadlines.close();
  }

  @Test
  void an_answer_in_time_has_its_status() throws IOException {
    assertThat(send(SHORT_BODY, client -> write(handshake(client), "HTTP/1.1 202 Accepted\r\n")))
        .isEqualTo(202);
  }

  @Test
  void a_handshake_that_comes_byte_by_byte_ends_at_the_timeout() {
    assertTimeout(
        SHORT_BODY,
        client -> {
          client.getOutputStream().write(HANDSHAKE);
          drip(client.getOutputStream(), 0);
        });
  }

  @Test
  void an_answer_that_comes_byte_by_byte_ends_at_the_timeout() {
    assertTimeout(SHORT_BODY, client -> drip(handshake(client).getOutputStream(), 'x'));
  }

  @Test
  void a_receiver_that_answers_nothing_ends_at_the_timeout() {
    assertTimeout(SHORT_BODY, client -> handshake(client));
  }

  @Test
  void a_receiver_that_does_not_read_the_request_ends_at_the_timeout() {
    assertTimeout(LONG_BODY, client -> handshake(client));
  }

  private void assertTimeout(String body, Answer answer) {
    assertThatThrownBy(() -> send(body, answer))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("no answer within PT1S");
  }

  private int send(String body, Answer answer) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
      receiver.submit(
          () -> {
            answer.to(server.accept());
            return null;
          });
      URI url = URI.create("https://%s:%d/".formatted(HOST, server.getLocalPort()));
      return new HttpsPost(tls.getSocketFactory(), deadlines, TIMEOUT)
          .send(url, LOOPBACK, Map.of(), body);
    }
  }

  private static Socket handshake(Socket client) throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(client, null, true);
    socket.startHandshake();
    return socket;
  }

  private static void write(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(US_ASCII));
  }

  private void drip(OutputStream out, int next) {
    receiver.scheduleAtFixedRate(() -> write(out, next), 0, 100, TimeUnit.MILLISECONDS);
  }

  private static void write(OutputStream out, int next) {
    try {
      out.write(next);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
