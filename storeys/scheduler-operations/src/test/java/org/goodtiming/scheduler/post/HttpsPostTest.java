package org.goodtiming.scheduler.post;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver keeps a post no longer than the timeout, whatever it does. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpsPostTest {

  private static final String HOST = "chat.example.org";
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  /** An address of this machine on which the receiver does not listen. */
  private static final InetAddress REFUSING = address("127.0.0.2");

  private static final String SHORT_BODY = "{}";

  /** More than the buffers of both sockets. */
  private static final String LONG_BODY = "x".repeat(64 * 1024 * 1024);

  /** The beginning of a record of TLS with a message of the handshake, of 16 KiB. */
  private static final byte[] HANDSHAKE = {22, 3, 3, 64, 0, 2, 0, 63, (byte) 252};

  @TempDir private static Path directory;
  private static SSLContext tls;

  private int maxContent;
  private final PostDeadlines deadlines = new PostDeadlines(Thread::new);
  private final ScheduledExecutorService receiver = Executors.newScheduledThreadPool(2);

  private interface Answer {
    void to(Socket client) throws IOException;
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
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
    assertThat(answer("HTTP/1.1 202 Accepted\r\n").status()).isEqualTo(202);
  }

  @Test
  void interim_answers_are_skipped() throws IOException {
    String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    assertThat(answer(interim + "HTTP/1.1 204 No Content\r\n").status()).isEqualTo(204);
    assertThat(answer(interim + "HTTP/1.1 500 Broken\r\n\r\n").status()).isEqualTo(500);
    assertThat(answer("HTTP/1.1 101 Switching Protocols\r\n\r\n").status()).isEqualTo(101);
  }

  @Test
  void interim_answers_without_end_are_no_answer() {
    assertThatThrownBy(() -> answer("HTTP/1.1 102 Processing\r\n\r\n".repeat(10_000)))
        .hasMessage("the head of the answer has more than 65536 bytes");
  }

  @Test
  void the_next_address_is_tried_if_one_refuses_the_connection() throws IOException {
    assertThat(
            send(
                    0,
                    List.of(REFUSING, LOOPBACK),
                    SHORT_BODY,
                    client -> write(handshake(client), "HTTP/1.1 204 No Content\r\n"))
                .status())
        .isEqualTo(204);
  }

  @Test
  void an_address_that_takes_no_packet_leaves_time_to_the_next_one() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, REFUSING)) {
      List<Socket> backlog = fill(full);
      assertThat(
              send(
                      full.getLocalPort(),
                      List.of(REFUSING, LOOPBACK),
                      SHORT_BODY,
                      client -> write(handshake(client), "HTTP/1.1 204 No Content\r\n"))
                  .status())
          .isEqualTo(204);
      for (Socket each : backlog) {
        each.close();
      }
    }
  }

  @Test
  void if_all_addresses_refuse_the_connection_all_are_named() {
    assertThatThrownBy(
            () ->
                new HttpsPost(tls.getSocketFactory(), deadlines, TIMEOUT)
                    .send(request(unusedPort(), SHORT_BODY), List.of(REFUSING, LOOPBACK)))
        .hasMessage(
            "no connection to chat.example.org: Connection refused (127.0.0.2), Connection refused (127.0.0.1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "120 | PT2M",
        "0 | PT0S",
        "Sun, 06 Nov 1994 08:50:37 GMT | PT1M",
        "Sun Nov  6 08:51:37 1994 | PT2M",
        "Sun, 06 Nov 1994 08:48:37 GMT | PT0S",
        "soon | PT0S",
        "-5 | PT0S",
        "99999999999999999999 | PT0S"
      })
  void an_answer_says_how_long_its_client_should_wait(String field, Duration wait)
      throws IOException {
    HttpAnswer answer =
        answer("HTTP/1.1 503 Busy\r\nServer: a\r\nretry-AFTER: " + field + "\r\nDate: b\r\n\r\n");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.retryAfter(Instant.parse("1994-11-06T08:49:37Z"))).isEqualTo(wait);
  }

  @Test
  void a_date_with_two_digits_of_the_year_is_of_this_century() throws IOException {
    assertThat(
            answer("HTTP/1.1 429 Slow\r\nRetry-After: Tuesday, 01-Dec-26 10:00:30 GMT\r\n\r\n")
                .retryAfter(Instant.parse("2026-12-01T10:00:00Z")))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length: 10;;ten bytes!next | ten bytes!",
        "Content-Length: 10000000;;ten bytes!+ and more | ten bytes!+",
        "Content-Length: 0;;next | ''",
        "Transfer-Encoding: chunked;;4;ten ;6~a=b;bytes!;0;; | ten bytes!",
        "transfer-encoding: Chunked;;3;ten;9; bytes!+!;0;; | ten bytes!+",
        "Date: a;;ten bytes! | ten bytes!",
        "Date: a;;ten bytes!+ and more | ten bytes!+"
      })
  void the_content_is_read_and_no_more_than_a_byte_beyond_the_maximum(String rest, String content)
      throws IOException {
    maxContent = 10;
    HttpAnswer answer = answer("HTTP/1.1 200 OK\r\n" + lines(rest));
    assertThat(new String(answer.content(), US_ASCII)).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 10;;ten",
        "Transfer-Encoding: chunked;;4;te",
        "Transfer-Encoding: chunked;;no size;"
      })
  void what_was_accepted_stays_so_if_its_content_ends_too_early_or_has_no_size(String rest)
      throws IOException {
    maxContent = 10;
    HttpAnswer answer = answer("HTTP/1.1 200 OK\r\n" + lines(rest));
    assertThat(answer.isAccepted()).isTrue();
    assertThat(answer.content()).isNull();
  }

  private static String lines(String text) {
    return text.replace(";", "\r\n").replace("~", ";");
  }

  @Test
  void an_answer_that_ends_after_its_status_has_no_time() throws IOException {
    HttpAnswer answer = answer("HTTP/1.1 503 Busy\r\nServer: ");
    assertThat(answer.retryAfter(Instant.EPOCH)).isZero();
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

  private HttpAnswer answer(String text) throws IOException {
    return send(
        SHORT_BODY,
        client -> {
          Socket socket = handshake(client);
          readRequest(socket.getInputStream());
          write(socket, text);
          socket.close();
        });
  }

  private HttpAnswer send(String body, Answer answer) throws IOException {
    return send(0, List.of(LOOPBACK), body, answer);
  }

  private HttpAnswer send(int port, List<InetAddress> addresses, String body, Answer answer)
      throws IOException {
    try (ServerSocket server = new ServerSocket(port, 1, LOOPBACK)) {
      receiver.submit(
          () -> {
            answer.to(server.accept());
            return null;
          });
      return new HttpsPost(tls.getSocketFactory(), deadlines, TIMEOUT)
          .send(request(server.getLocalPort(), body), addresses);
    }
  }

  private HttpsPost.Request request(int port, String body) {
    URI url = URI.create("https://%s:%d/".formatted(HOST, port));
    return new HttpsPost.Request(url, Map.of(), body.getBytes(US_ASCII), maxContent);
  }

  /** Opens connections until the system drops further requests. */
  private static List<Socket> fill(ServerSocket server) throws IOException {
    List<Socket> connections = new ArrayList<>();
    while (true) {
      Socket socket = new Socket();
      connections.add(socket);
      try {
        socket.connect(server.getLocalSocketAddress(), 100);
      } catch (SocketTimeoutException e) {
        return connections;
      }
    }
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private static Socket handshake(Socket client) throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(client, null, true);
    socket.startHandshake();
    return socket;
  }

  private static void readRequest(InputStream in) throws IOException {
    StringBuilder request = new StringBuilder();
    while (!request.toString().endsWith(SHORT_BODY)) {
      request.append((char) in.read());
    }
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
