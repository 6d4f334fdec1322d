package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node says of itself. */
@AnyServer
class HealthIT {

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void ledger_adds_up() {
    stack.clear();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> health(stack.leader()).contains("\"difference\":\"0\""));
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void a_node_shows_its_name_and_what_is_in_doubt() throws Exception {
    assertThat(health(stack.node(1))).contains("\"node\":\"node-1\"").contains("\"inDoubt\":\"0\"");
  }

  @Test
  void a_node_that_does_not_lead_does_not_check_the_ledger() throws Exception {
    ServerNode other = stack.node(stack.leader().name().equals("node-1") ? 2 : 1);
    assertThat(health(other))
        .contains("\"leads\":\"false\"")
        .contains("\"name\":\"scheduler-ledger\",\"status\":\"UP\"")
        .doesNotContain("difference");
  }

  @Test
  @NotOn(
      servers = "wildfly",
      because = "MicroProfile Health has no check of the scheduler, only `/scheduler/ready`")
  void microprofile_health_has_the_checks_of_the_scheduler_too() throws Exception {
    assertThat(get(stack.node(1), "/health/ready"))
        .contains("\"name\":\"scheduler\",\"status\":\"UP\"", "\"name\":\"scheduler-ledger\"");
  }

  @Nightly
  @Test
  void a_ledger_that_does_not_add_up_is_reported_by_the_leader() {
    NodeLog log = NodeLog.from(stack.leader());
    stack.execute("INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 3)");
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(health(stack.leader()))
                    .contains("\"difference\":\"3\"")
                    .contains("\"name\":\"scheduler-ledger\",\"status\":\"DOWN\""));
    assertThat(log.count("SCHED-0710 the job ledger does not balance: difference 3;")).isEqualTo(1);
  }

  private static String health(ServerNode node) throws IOException, InterruptedException {
    return get(node, "/scheduler/ready");
  }

  private static String get(ServerNode node, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(node.url() + path)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
