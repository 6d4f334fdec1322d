package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where lifecycle events are posted. */
class ConsoleWebhooksIT extends ConsoleTest {

  private static final String CHAT =
      "{\"url\": \"https://chat.example.org/hooks\", \"types\": [\"job.registered\"]}";

  @BeforeEach
  @AfterEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_webhook_is_created_changed_paused_and_deleted() {
    open("#/webhooks", "Webhooks");

    console.button("New webhook …").click();
    console.field("name").fill("chat");
    console.field("url").fill("https://chat.example.org/hooks");
    console.field("types").fill("job.failed, job.quarantined");
    console.field("queues").fill(QUEUE);
    console.confirmForm();
    assertThat(console.row("chat")).containsText("job.failed, job.quarantined");
    assertThat(webhook().getString("url")).isEqualTo("https://chat.example.org/hooks");
    assertThat(texts("types")).containsExactly("job.failed", "job.quarantined");
    assertThat(texts("queues")).containsExactly(QUEUE);
    assertThat(webhook().getString("retry")).isEqualTo("10/PT1S*2..PT10M");

    console.button("Change chat").click();
    console.field("types").fill("");
    console.field("queues").fill("");
    console.field("retry").fill("PT5S,PT1M");
    console.confirmForm();
    assertThat(console.row("chat")).containsText("all types");
    assertThat(texts("types")).isEmpty();
    assertThat(texts("queues")).isEmpty();
    assertThat(webhook().getString("retry")).isEqualTo("PT5S,PT1M");
    assertThat(webhook().getString("url")).isEqualTo("https://chat.example.org/hooks");

    console.button("Pause").click();
    console.confirm();
    assertThat(console.row("chat")).containsText("paused");
    assertThat(webhook().getBoolean("paused")).isTrue();
    console.button("Resume").click();
    assertThat(console.row("chat")).containsText("active");
    assertThat(webhook().getBoolean("paused")).isFalse();

    console.button("Delete").click();
    assertThat(console.dialog()).containsText("chat");
    console.confirm();
    assertThat(console.row("chat")).hasCount(0);
    assertThat(isGone("/webhooks/chat")).isTrue();
  }

  @Test
  void a_type_that_does_not_exist_is_refused_in_the_form() {
    open("#/webhooks", "Webhooks");

    console.button("New webhook …").click();
    console.field("name").fill("chat");
    console.field("url").fill("https://chat.example.org/hooks");
    console.field("types").fill("job.fialed");
    browser.faults().expectAnswer(422, "/webhooks/chat");
    console.confirm();
    assertThat(console.dialogAlert()).containsText("SCHED-0916");
    assertThat(isGone("/webhooks/chat")).isTrue();
  }

  /** The nodes of this stack have no secret. */
  @Nightly
  @Test
  void waiting_events_and_the_reason_of_the_last_failure_are_shown() {
    done(rest.put("/webhooks/chat", CHAT));
    done(rest.put("/worker-queues/" + QUEUE, "{\"events\": true}"));
    register("4711");
    open("#/webhooks", "Webhooks");

    Locator row = console.row("chat");
    ContainsTextOptions patience = new ContainsTextOptions().setTimeout(30_000);
    assertThat(row).containsText("retrying", patience);
    assertThat(row).containsText("this node has no secret");
    assertThat(webhook().getInt("waiting")).isEqualTo(1);
  }

  @Test
  void a_webhook_that_its_receiver_has_paused_shows_the_reason_until_it_is_resumed() {
    done(rest.put("/webhooks/chat", CHAT));
    stack.execute(
        "UPDATE scheduler.webhook SET paused = true, failures = 1, last_error = 'the answer has status 410'");
    open("#/webhooks", "Webhooks");

    assertThat(console.row("chat")).containsText("paused");
    assertThat(console.row("chat")).containsText("the answer has status 410");
    console.button("Resume").click();
    assertThat(console.row("chat")).containsText("active");
    assertThat(console.row("chat")).not().containsText("410");
  }

  @Nightly
  @Test
  void an_operator_gets_a_message_that_it_needs_an_administrator() {
    done(rest.put("/webhooks/chat", CHAT));
    openAs("operator", "#/webhooks", "Webhooks");

    assertThat(console.main()).containsText("needs the role admin");
    assertThat(console.main()).not().containsText("chat.example.org");
  }

  private JsonObject webhook() {
    return read("/webhooks/chat");
  }

  private List<String> texts(String field) {
    return webhook().getJsonArray(field).getValuesAs(JsonString::getString);
  }
}
