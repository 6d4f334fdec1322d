package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The worker queues and their settings. */
class ConsoleQueuesIT extends ConsoleTest {

  private static final String NEW = "test.new";

  @BeforeEach
  @AfterEach
  void empty() {
    stack.clear();
    stack.execute("DELETE FROM scheduler.worker_queue WHERE name = '%s'".formatted(NEW));
    stack.execute("DELETE FROM scheduler.statistic WHERE node = 'test'");
  }

  @Test
  void a_queue_is_added() {
    open("#/queues", "Queues");

    console.button("Add a queue …").click();
    console.field("name").fill(NEW);
    console.field("tracked").check();
    console.confirm();

    assertThat(console.dialog()).containsText("goodtiming install broker ");
    console.closeDialog();
    assertThat(console.row(NEW)).containsText("tracked");
    assertThat(read("/worker-queues/" + NEW).getBoolean("tracked")).isTrue();
  }

  @Test
  void a_queue_is_paused_resumed_and_set() {
    String path = "/worker-queues/" + QUEUE;
    open("#/queues/" + QUEUE, QUEUE);

    console.button("Pause …").click();
    assertThat(console.dialog()).containsText("0 waiting jobs");
    console.field("until").fill("2100-01-01T12:00");
    console.confirmForm();
    assertThat(console.button("Resume")).isVisible();
    assertThat(console.main()).containsText("2100");
    assertThat(read(path).getBoolean("paused")).isTrue();
    assertThat(read(path).getString("pausedUntil")).startsWith("2100-01-01T");

    console.button("Resume").click();
    assertThat(console.button("Pause …")).isVisible();
    assertThat(read(path).getBoolean("paused")).isFalse();

    console.button("Settings …").click();
    console.field("tracked").check();
    console.field("events").check();
    console.field("encrypted").check();
    console.confirmForm();
    assertThat(console.main()).containsText("runs leave a history");
    assertThat(console.main()).containsText("published on scheduler.events");
    assertThat(read(path).getBoolean("tracked")).isTrue();
    assertThat(read(path).getBoolean("events")).isTrue();
    assertThat(read(path).getBoolean("encrypted")).isTrue();
    assertThat(read(path).getString("partition")).isEqualTo("default");
  }

  @Nightly
  @Test
  void the_dispatch_of_all_jobs_is_paused_and_resumed() {
    open("#/queues", "Queues");

    console.button("Pause all dispatch").click();
    assertThat(console.dialog()).containsText("Pause the dispatch of all jobs?");
    console.confirm();

    assertThat(console.main()).containsText("Dispatch of all jobs is paused, by admin");
    assertThat(console.row(QUEUE)).containsText("paused");
    console.button("Resume dispatch").click();
    assertThat(console.button("Pause all dispatch")).isVisible();
    assertThat(list("/dispatch", "pauses")).isEmpty();
  }

  @Test
  void each_queue_has_its_jobs_of_the_last_hour_and_their_lateness() {
    stack.execute(
        """
        INSERT INTO scheduler.statistic (minute, queue, node, dispatched, failed, lateness)
        VALUES (date_trunc('minute', clock_timestamp()) - interval '1 min', '%s', 'test', 4711, 12, ARRAY[0, 0, 4711])
        """
            .formatted(QUEUE));
    open("#/queues", "Queues");

    // Other tests of the hour may have added some
    assertThat(console.row(QUEUE)).containsText(Pattern.compile("4,7\\d\\d"));
    assertThat(console.row(QUEUE)).containsText(Pattern.compile("p95 .* late"));
    assertThat(console.row(QUEUE)).containsText(Pattern.compile("\\d+ failed"));
  }

  @Test
  void a_queue_gets_a_schema_of_its_payloads_and_loses_it() {
    String path = "/worker-queues/" + QUEUE;
    open("#/queues/" + QUEUE, QUEUE);

    console.button("Settings …").click();
    console.field("inputSchema").fill("{\"type\": ");
    console.confirm();
    assertThat(console.dialog()).containsText("The schema must be JSON");
    browser.faults().expectAnswer(422, "/worker-queues/");
    console.field("inputSchema").fill("{\"type\": \"numbr\"}");
    console.confirm();
    assertThat(console.dialog()).containsText("SCHED-0057");
    console.field("inputSchema").fill("{\"type\": \"integer\"}");
    console.confirmForm();
    assertThat(console.main()).containsText("\"type\": \"integer\"");
    assertThat(read(path).getJsonObject("inputSchema").getString("type")).isEqualTo("integer");

    console.button("Settings …").click();
    console.field("tracked").check();
    console.confirmForm();
    assertThat(console.main()).containsText("runs leave a history");
    assertThat(read(path).getJsonObject("inputSchema").getString("type")).isEqualTo("integer");

    console.button("Settings …").click();
    console.field("inputSchema").fill("");
    console.confirmForm();
    assertThat(console.main()).not().containsText("\"type\": \"integer\"");
    assertThat(read(path)).doesNotContainKey("inputSchema");
  }

  @Test
  void a_queue_gets_a_retry_policy_and_limits() {
    String path = "/worker-queues/" + QUEUE;
    open("#/queues/" + QUEUE, QUEUE);
    assertThat(console.main()).containsText("none: what fails goes to the quarantine");

    console.button("Settings …").click();
    browser.faults().expectAnswer(422, "/worker-queues/");
    console.field("retry").fill("5/PT1M*0");
    console.confirm();
    assertThat(console.dialog()).containsText("SCHED-0916");

    console.field("retry").fill("5/PT1M*2..PT6H");
    console.field("runTimeout").fill("PT2H");
    console.field("rateLimit").fill("600");
    console.field("maxDepth").fill("5000");
    console.field("finishedWhenAcknowledged").check();
    console.confirmForm();
    assertThat(console.main())
        .containsText("5 times, the first after 1 min, each delay 2 times the last, at most 6 h");
    assertThat(console.main()).containsText("2 h from its dispatch, if it is tracked");
    assertThat(read(path).getString("retry")).isEqualTo("5/PT1M*2..PT6H");
    assertThat(read(path).getString("runTimeout")).isEqualTo("PT2H");
    assertThat(console.main()).containsText("finishes a tracked run");
    assertThat(read(path).getBoolean("finishedWhenAcknowledged")).isTrue();
    assertThat(console.main()).containsText("600 jobs per minute");
    assertThat(read(path).getInt("rateLimit")).isEqualTo(600);
    assertThat(console.main()).containsText("5,000 messages");

    open("#/queues", "Queues");
    assertThat(console.row(QUEUE)).containsText("at most 600 jobs a minute");
  }
}
