package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * A server that answers every request alike is no node of this version: its answers are not
 * believed, and it receives no login.
 */
class ForeignServerTest {

  private static final List<List<String>> CALLS = ListColumnsTest.calls().toList();
  private static final String NODE = "{\"code\": \"SCHED-0907\"}";
  private static final String SCHEDULE =
      """
      {"queue": "q", "jobId": "j", "state": "active", "recurrence": "every:PT1H", "misfire": "fire-once", "runs": 1,
       "overlap": "allow", "stateful": false, "registeredAt": "2026-01-01T00:00:00Z", "tracked": true}
      """;

  private final List<String> requests = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final StringWriter err = new StringWriter();
  private final Map<String, CommandLine> nouns = new HashMap<>();
  private boolean provesNode;
  private boolean wasSentLogin;
  private int status = 200;
  private String body = "";
  private HttpServer server;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          307 |
          204 |
          200 | ''
          200 | {"hello": 1}
          200 | []
          200 | <html>Welcome</html>
          401 | {"code": "E-1", "detail": "log in"}
          404 | <html>Not found</html>
          412 | {}
          503 | busy
          """)
  void no_command_believes_it_or_sends_it_the_login(int status, String body) {
    this.status = status;
    this.body = body == null ? "" : body;
    for (List<String> call : CALLS) {
      assertThat(run(call)).as("%s: %s", call, err).isEqualTo(6);
      assertThat(err.toString()).contains(url).hasLineCount(1);
      assertThat(requests).as("%s", call).containsExactly("GET session");
    }
    assertThat(wasSentLogin).isFalse();

    provesNode = true;
    for (List<String> call : CALLS) {
      int end = run(call);
      if (!isSuccess()) {
        assertThat(end).as("%s: %s", call, err).isEqualTo(6);
        assertThat(err.toString()).contains(url).hasLineCount(1);
      }
    }
    assertThat(wasSentLogin).isTrue();
  }

  /** Whether the operation that was called last answers so in fact: with no body, or with any. */
  private boolean isSuccess() {
    String[] request = requests.get(requests.size() - 1).split(" ");
    if (status == 200) {
      return request[1].equals("executions/1/result");
    }
    String method = request[0].toLowerCase(Locale.ROOT);
    return status == 204
        && requireNonNull(OpenApi.operation(method, request[1].replace("/1", "/{}")))
            .getJsonObject("responses")
            .containsKey("204");
  }

  @Test
  void a_redirect_is_named_and_not_followed() {
    status = 307;
    provesNode = true;
    assertThat(run(List.of("job", "submit", "q", "j"))).isEqualTo(6);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "POST %1$s/scheduler/api/v1/jobs is not answered as by a node of this version, but with HTTP 307 to %1$s/other; is the address right?"
                .formatted(url));
    assertThat(requests).containsExactly("GET session", "POST jobs");
  }

  @Test
  void a_request_without_a_key_whose_answer_is_lost_is_not_sent_again() {
    status = 0;
    provesNode = true;
    assertThat(run(List.of("job", "hold", "q", "j"))).isEqualTo(6);
    assertThat(requests).containsExactly("GET session", "POST jobs/q/j/hold");
  }

  @ParameterizedTest
  @CsvSource({
    "GET schedules/q/j, schedules/q/j/backfill, schedule backfill q j --from 2026-01-01 --until 2026-01-02",
    ", executions/f/run-again, run again f",
    ", jobs, job submit q j --delay 1h"
  })
  void a_request_with_a_key_is_sent_again_if_its_answer_is_lost(
      @Nullable String before, String path, String call) {
    status = 0;
    provesNode = true;
    assertThat(run(List.of(call.split(" ")))).isEqualTo(6);
    assertThat(requests)
        .containsExactlyElementsOf(
            Stream.of("GET session", before, "POST " + path, "POST " + path)
                .filter(Objects::nonNull)
                .toList());
    assertThat(keys).hasSize(2).containsOnly(keys.get(0));
  }

  @Test
  void what_a_node_of_another_version_does_not_serve_is_no_missing_job() {
    status = 404;
    body = "{\"code\": \"SCHED-0913\", \"detail\": \"GET jobs/q/j: there is no such path\"}";
    provesNode = true;
    assertThat(run(List.of("job", "show", "q", "j"))).isEqualTo(6);
    assertThat(err.toString()).contains(url, "SCHED-0913 GET jobs/q/j");
  }

  private int run(List<String> call) {
    requests.clear();
    err.getBuffer().setLength(0);
    var variables =
        Map.of(
            "GOODTIMING_URL",
            url,
            "GOODTIMING_USER",
            "ops",
            "GOODTIMING_PASSWORD",
            "secret",
            "HOME",
            "target");
    // To build the model of a noun costs ten times a call
    return nouns
        .computeIfAbsent(
            call.get(0), noun -> Goodtiming.commandLine(new Surroundings(variables), call))
        .setOut(new PrintWriter(new StringWriter(), true))
        .setErr(new PrintWriter(err, true))
        .execute(call.toArray(String[]::new));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String operation = exchange.getRequestURI().getPath().replaceFirst("^/scheduler/api/v1/", "");
    requests.add(exchange.getRequestMethod() + " " + operation);
    wasSentLogin |= exchange.getRequestHeaders().containsKey("Authorization");
    keys.addAll(exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of()));
    if (provesNode && operation.equals("session")) {
      send(exchange, 401, NODE);
    } else if (status == 0 && exchange.getRequestMethod().equals("GET")) {
      send(exchange, 200, SCHEDULE);
    } else if (status == 0) {
      exchange.close();
    } else {
      exchange.getResponseHeaders().set("Location", url + "/other");
      send(exchange, status, body);
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    // On a connection that is kept, each answer waits 40 ms
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
