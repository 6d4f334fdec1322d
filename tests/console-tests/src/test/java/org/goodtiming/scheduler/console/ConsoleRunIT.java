package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of a run. */
class ConsoleRunIT extends ConsoleTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_run_is_cancelled_and_runs_again() {
    registerTracked("4711");
    String fireId = runs().get(0).getString("fireId");
    open("#/runs/" + fireId, "Run of 4711");

    console.button("Cancel").click();
    assertThat(console.dialog()).containsText(QUEUE + "/4711");
    console.confirm();
    assertThat(console.button("Run again")).isVisible();
    assertThat(read("/executions/" + fireId).getString("state")).isEqualTo("CANCELLED");

    console.button("Run again").click();
    console.confirm();
    assertThat(console.main()).containsText("Repeats the run");
    assertThat(runs()).hasSize(2);
    assertThat(runs().get(0).getString("runAgainOf")).isEqualTo(fireId);
    assertThat(browser.page()).hasURL(Pattern.compile(runs().get(0).getString("fireId")));
  }

  @Test
  void a_run_shows_its_checkpoint_and_what_its_worker_has_logged() throws JMSException {
    String due = Samples.json("queue", QUEUE, "jobId", "4711", "delay", "PT0S");
    done(rest.post("/jobs", due.replace("}", ", \"tracked\": true}")));
    report("\"progress\": 40, \"checkpoint\": {\"page\": 7}, \"log\": [\"<b>page 7</b>\"]");
    String fireId = runs().get(0).getString("fireId");

    open("#/runs/" + fireId, "Run of 4711");
    assertThat(console.main()).containsText("<b>page 7</b>");
    assertThat(console.main()).containsText("\"page\": 7");
    assertThat(console.main()).containsText("Saved by attempt 1");
    assertThat(console.main().locator(".phase-key")).containsText("in the worker queue");
    assertThat(console.main().locator(".phase-key")).containsText("at the worker");
  }

  /** Reports like the worker of the run. */
  private void report(String fields) throws JMSException {
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue(QUEUE))) {
      Message delivery = worker.receive(PATIENCE.toMillis());
      String report =
          "{\"fireId\": \"%s\", \"token\": \"%s\", \"event\": \"progress\", %s}"
              .formatted(
                  delivery.getStringProperty("scheduler_fireId"),
                  delivery.getStringProperty("scheduler_token"),
                  fields);
      context.createProducer().send(context.createQueue("scheduler.reports"), report);
    }
    await().atMost(PATIENCE).until(() -> runs().get(0).getString("state").equals("RUNNING"));
  }

  private List<JsonObject> runs() {
    return list("/executions", "executions");
  }
}
