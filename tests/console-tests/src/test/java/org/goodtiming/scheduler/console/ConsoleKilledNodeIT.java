package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsHiddenOptions;
import java.time.Duration;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An open page whose node dies. */
@Disruptive
@Nightly
class ConsoleKilledNodeIT extends ConsoleTest {

  private static final String STALE = "What you see is";
  private static final double PATIENCE = Duration.ofSeconds(60).toMillis();

  @AfterEach
  void start() {
    stack.startAllNodes();
  }

  @Test
  void a_page_shows_that_its_node_is_gone_and_goes_on_when_it_is_back() {
    open("#/queues", "Queues");
    browser.faults().expectOutage();

    node.kill();
    assertThat(console.main())
        .containsText("does not answer", new ContainsTextOptions().setTimeout(PATIENCE));
    assertThat(console.main()).containsText(STALE);
    assertThat(console.main()).containsText("Each node has this console");
    assertThat(console.main()).containsText(QUEUE);

    stack.startAllNodes();
    assertThat(console.main().getByText(STALE))
        .isHidden(new IsHiddenOptions().setTimeout(PATIENCE));
    assertThat(console.main()).containsText(QUEUE);
  }
}
