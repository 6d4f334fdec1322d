package org.goodtiming.scheduler.gate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadyWaitTest {
  private static final String LOADING = "{\"status\":\"UP\",\"checks\":[]}";
  private static final String DOWN =
      "{\"status\":\"DOWN\",\"checks\":[{\"name\":\"scheduler\",\"status\":\"DOWN\"}]}";
  private static final String READY =
      "{\"status\":\"UP\",\"checks\":[{\"name\":\"scheduler\",\"status\":\"UP\"}]}";

  private HttpServer server;

  @BeforeEach
  void a_server() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stopped() {
    server.stop(0);
  }

  @Test
  void a_server_is_ready_when_its_scheduler_is() throws Exception {
    answers(LOADING, DOWN, READY);
    assertThat(readyWait().isReadyWithin(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void a_server_without_scheduler_is_not_ready() throws Exception {
    answers(LOADING);
    assertThat(readyWait().isReadyWithin(Duration.ZERO)).isFalse();
  }

  @Test
  void a_server_that_does_not_answer_is_not_ready() throws Exception {
    ReadyWait wait = readyWait();
    server.stop(0);
    assertThat(wait.isReadyWithin(Duration.ZERO)).isFalse();
  }

  private ReadyWait readyWait() {
    return new ReadyWait(
        URI.create("http://127.0.0.1:%d/scheduler/ready".formatted(server.getAddress().getPort())));
  }

  /** One after the other; the last one again and again. */
  private void answers(String... texts) {
    Iterator<String> next = List.of(texts).iterator();
    server.createContext(
        "/scheduler/ready",
        exchange -> {
          byte[] answer = (next.hasNext() ? next.next() : texts[texts.length - 1]).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
  }
}
