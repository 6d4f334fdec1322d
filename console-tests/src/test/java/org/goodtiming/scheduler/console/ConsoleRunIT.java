package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of a run. */
class ConsoleRunIT extends ConsoleTest {

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

  private List<JsonObject> runs() {
    return list("/executions", "executions");
  }
}
