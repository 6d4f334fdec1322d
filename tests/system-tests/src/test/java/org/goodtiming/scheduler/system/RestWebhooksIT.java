package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.time.Duration;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhooks by the REST API, and on the leader. */
@Nightly
class RestWebhooksIT {

  private static final String QUEUE = "test.registration";
  private static final String CHAT =
      "{\"url\": \"https://chat.example.org/hooks/secret\", \"types\": [\"job.registered\"]}";

  private final SystemStack stack = SystemStack.shared();
  private final RestClient admin = new RestClient(stack.node(1));

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void nothing_is_left() {
    stack.execute(
        "DELETE FROM scheduler.api_user WHERE name = 'a-looks'; DELETE FROM scheduler.former_user");
    stack.clear();
  }

  @Test
  void an_administrator_creates_changes_and_deletes_a_webhook() {
    Answer created = admin.put("/webhooks/chat", CHAT);
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    assertThat(created.json().getString("retry")).isEqualTo("10/PT1S*2..PT10M");
    assertThat(created.json().getJsonArray("queues")).isEmpty();

    Answer changed =
        admin.put("/webhooks/chat", "{\"queues\": [\"order-check\"], \"paused\": true}");
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    assertThat(changed.json().getString("url")).endsWith("/hooks/secret");
    assertThat(changed.json().getBoolean("paused")).isTrue();
    assertThat(admin.put("/webhooks/chat", "{}", "If-Match", created.header("ETag")).status())
        .isEqualTo(412);
    assertThat(stack.value("SELECT after ->> 'url' FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("https://chat.example.org/...");

    assertThat(admin.delete("/webhooks/chat").status()).isEqualTo(204);
    assertThat(admin.get("/webhooks/chat").code()).isEqualTo("SCHED-0999");
    assertThat(admin.get("/webhooks").json().getJsonArray("webhooks")).isEmpty();
  }

  @Test
  void a_url_to_which_no_node_posts_and_a_new_webhook_without_url_are_refused() {
    assertThat(admin.put("/webhooks/chat", "{\"url\": \"http://chat.example.org/\"}").code())
        .isEqualTo("SCHED-0998");
    Answer unlisted = admin.put("/webhooks/chat", "{\"url\": \"https://other.example.org/\"}");
    assertThat(unlisted.code()).isEqualTo("SCHED-0998");
    assertThat(unlisted.json().getString("detail"))
        .contains("host other.example.org is not in scheduler.webhook.hosts of this node");
    assertThat(admin.put("/webhooks/chat", "{}").code()).isEqualTo("SCHED-0916");
  }

  @Test
  void only_administrators_read_them() {
    admin.put("/webhooks/chat", CHAT);
    String password =
        admin
            .post("/users", "{\"name\": \"a-looks\", \"role\": \"operator\"}")
            .json()
            .getString("password");
    RestClient operator = new RestClient(stack.node(1), "a-looks", password);
    assertThat(operator.get("/webhooks").code()).isEqualTo("SCHED-0908");
    assertThat(operator.get("/webhooks/chat").code()).isEqualTo("SCHED-0908");
  }

  /** SQL does not know the settings of the nodes. */
  @Test
  void the_leader_tries_events_that_wait_for_a_webhook_and_says_why_they_are_not_posted() {
    admin.put("/webhooks/chat", CHAT);
    stack.execute("UPDATE scheduler.webhook SET url = 'https://other.example.org/'");
    admin.put("/worker-queues/" + QUEUE, "{\"events\": true}");
    admin.post("/jobs", "{\"queue\": \"%s\", \"delay\": \"PT1H\"}".formatted(QUEUE));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              JsonObject webhook = admin.get("/webhooks/chat").json();
              assertThat(webhook.getInt("waiting")).isEqualTo(1);
              assertThat(webhook.getInt("failures")).isPositive();
              assertThat(webhook.getString("lastError"))
                  .isEqualTo(
                      "host other.example.org is not in scheduler.webhook.hosts of this node");
            });
  }
}
