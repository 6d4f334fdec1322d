package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

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
  }

  @Test
  void a_queue_is_added() {
    open("#/queues", "Queues");

    console.button("Add a queue …").click();
    console.field("name").fill(NEW);
    console.field("tracked").check();
    console.confirm();

    assertThat(console.dialog()).containsText("artemis ");
    console.closeDialog();
    assertThat(console.row(NEW)).containsText("tracked");
    assertThat(read("/worker-queues/" + NEW).getBoolean("tracked")).isTrue();
  }

  @Test
  void a_queue_is_paused_resumed_and_set() {
    String path = "/worker-queues/" + QUEUE;
    open("#/queues/" + QUEUE, QUEUE);

    console.button("Pause").click();
    assertThat(console.dialog()).containsText("0 waiting jobs");
    console.confirm();
    assertThat(console.button("Resume")).isVisible();
    assertThat(read(path).getBoolean("paused")).isTrue();

    console.button("Resume").click();
    assertThat(console.button("Pause")).isVisible();
    assertThat(read(path).getBoolean("paused")).isFalse();

    console.button("Settings …").click();
    console.field("tracked").check();
    console.confirmForm();
    assertThat(console.main()).containsText("runs leave a history");
    assertThat(read(path).getBoolean("tracked")).isTrue();
    assertThat(read(path).getString("partition")).isEqualTo("default");
  }
}
