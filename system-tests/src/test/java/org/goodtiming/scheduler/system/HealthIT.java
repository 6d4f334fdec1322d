package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node says of itself. */
class HealthIT {

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  @AfterEach
  void ledger_adds_up() {
    stack.startAllNodes();
    stack.clear();
    await().atMost(Duration.ofSeconds(30)).until(() -> health().contains("\"difference\":\"0\""));
  }

  @Test
  void a_node_tells_its_name_and_what_is_in_doubt() throws Exception {
    assertThat(health()).contains("\"node\":\"node-1\"").contains("\"inDoubt\":\"0\"");
  }

  @Test
  void a_ledger_that_does_not_add_up_is_reported() {
    stack.execute("INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 3)");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(health())
                    .contains("\"difference\":\"3\"")
                    .contains("\"name\":\"scheduler-ledger\",\"status\":\"DOWN\""));
  }

  private String health() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stack.node(1).url() + "/health/ready")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
