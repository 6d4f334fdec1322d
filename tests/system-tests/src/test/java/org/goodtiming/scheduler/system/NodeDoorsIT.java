package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node listens for its users and its administrator, on its own addresses, and for nobody else.
 */
@Disruptive
class NodeDoorsIT {

  /** More than the listener of HTTP has threads. */
  private static final int REQUESTS = 80;

  private final SystemStack stack = SystemStack.shared();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void a_node_listens_on_its_http_health_and_administration_port_only() {
    assertThat(addresses(stack.node(1))).isEqualTo(ports(stack.payara(1)));
  }

  /** Each login waits for the table of users, with a thread of its own. */
  @Test
  void health_answers_while_all_threads_of_http_are_occupied() throws Exception {
    ServerNode node = stack.node(1);
    List<CompletableFuture<HttpResponse<String>>> occupying = new ArrayList<>();
    try (Connection users = stack.connection();
        Statement lock = users.createStatement()) {
      users.setAutoCommit(false);
      lock.execute("LOCK TABLE scheduler.api_user IN ACCESS EXCLUSIVE MODE");
      String login = node.restUser() + ":" + node.restPassword();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(node.url() + "/scheduler/api/v1/jobs/q/1/run-now"))
              .header(
                  "Authorization",
                  "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      for (int i = 0; i < REQUESTS; i++) {
        occupying.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
      }
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> health(node.httpPort()))
                      .isInstanceOf(HttpTimeoutException.class));

      assertThat(health(node.healthPort())).contains("\"checks\"");
      users.rollback();
    }
    occupying.forEach(CompletableFuture::join);
  }

  private String health(int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/scheduler/ready".formatted(port)))
            .timeout(Duration.ofSeconds(1))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/openapi", "/openapi/ui", "/metrics", "/metrics/base"})
  void unneeded_paths_are_not_served_and_the_server_does_not_name_itself(String path)
      throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(stack.node(1).url() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isIn(403, 404);
    assertThat(answer.headers().map()).doesNotContainKeys("server", "x-powered-by");
  }

  // A restart recovers transactions, which touches resources that a first start does not.
  @Nightly
  @Test
  void a_restarted_node_listens_on_no_other_port() {
    PayaraNode node = stack.payara(2);
    node.stop();
    node.start();
    assertThat(addresses(node)).isEqualTo(ports(node));
  }

  @Test
  void a_listener_on_all_addresses_would_be_seen() throws IOException {
    try (ServerSocket everywhere = new ServerSocket(0);
        ServerSocket loopback = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(new ListeningSockets(ProcessHandle.current().pid()).addresses())
          .contains("127.0.0.1:" + loopback.getLocalPort())
          .containsAnyOf(
              "0.0.0.0:" + everywhere.getLocalPort(),
              "0:0:0:0:0:0:0:0:" + everywhere.getLocalPort());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "admin:", "admin:admin", "stranger:open sesame"})
  void administration_needs_the_password(String login) throws Exception {
    assertThat(ask("/management/domain", login).statusCode()).isEqualTo(401);
    assertThat(ask("/__asadmin/list-applications", login).body())
        .contains("LoginException", "FAILURE")
        .doesNotContain("SUCCESS");
  }

  @Test
  void the_administrator_is_let_in() {
    assertThat(stack.payara(1).asadmin("list-applications", Map.of()).success()).isTrue();
  }

  private static Set<String> addresses(ServerNode node) {
    return new ListeningSockets(node.pid()).addresses();
  }

  private static Set<String> ports(PayaraNode node) {
    return Set.of(
        "127.0.0.1:" + node.httpPort(),
        "127.0.0.1:" + node.adminPort(),
        "127.0.0.1:" + node.healthPort());
  }

  private HttpResponse<String> ask(String path, String login)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stack.payara(1).adminPort() + path))
            .header("X-Requested-By", "test")
            .header("Accept", "application/json");
    if (!login.isEmpty()) {
      String encoded = Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
      request.header("Authorization", "Basic " + encoded);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
