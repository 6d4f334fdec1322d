package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pictures of pages in both themes, for the documentation. */
@Nightly
class ConsoleScreenshotsIT extends ConsoleTest {

  /** The route and the heading of each picture. */
  private static final Map<String, List<String>> PAGES =
      Map.ofEntries(
          Map.entry("console-overview", List.of("#/", "Overview")),
          Map.entry("console-jobs", List.of("#/jobs", "Jobs")),
          Map.entry("console-job", List.of("#/jobs/order-check/4703", "4703")),
          Map.entry("console-runs", List.of("#/runs", "Runs")),
          Map.entry("console-schedules", List.of("#/schedules", "Schedules")),
          Map.entry("console-agenda", List.of("#/agenda", "Agenda")),
          Map.entry("console-queues", List.of("#/queues", "Queues")),
          Map.entry("console-quarantine", List.of("#/quarantine", "Quarantine")),
          Map.entry("console-batches", List.of("#/batches", "Batch operations")),
          Map.entry("console-cluster", List.of("#/cluster", "Cluster")),
          Map.entry("console-audit", List.of("#/audit", "Audit")));

  /** The last hour of a shop; the stack of the tests has just started. */
  private static final String STATISTICS =
      """
      INSERT INTO scheduler.statistic (minute, queue, node, registered, dispatched, finished, failed, lateness, duration)
      SELECT date_trunc('minute', clock_timestamp()) - m * interval '1 min', 'order-check', 'pictures', orders, checks, checks - m % 17 / 16, m % 17 / 16,
             ARRAY[checks * 8, checks * 52, checks * 33, checks * (6 - sin(m / 7.0)), checks * (1 + sin(m / 7.0))]::bigint[], ARRAY[0, checks * 30, checks * 70]::bigint[]
        FROM generate_series(1, 60) m,
             LATERAL (SELECT (330 + 80 * sin(m / 9.0) + 20 * sin(m * 1.7))::int AS orders, (330 + 80 * sin((m + 30) / 9.0) + 15 * sin(m * 2.3))::int AS checks) n
      """;

  @BeforeEach
  void samples() {
    stack.clear();
    new Samples(stack, rest).register();
    stack.execute(STATISTICS);
    // A leader asks the broker a few times a minute
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.worker_queue_backlog") > 0);
  }

  @AfterEach
  void clear() {
    stack.execute("DELETE FROM scheduler.statistic WHERE node = 'pictures'");
  }

  @Test
  void pages_are_pictured_in_both_themes() {
    open("#/", "Overview");
    PAGES.forEach(this::picture);
  }

  private void picture(String name, List<String> routeAndHeading) {
    console.open(routeAndHeading.get(0));
    console.awaitPage(routeAndHeading.get(1));
    assertThat(browser.page().locator("[aria-label='Frequent filters'] a:not(:has(.count))"))
        .hasCount(0);
    for (Appearance appearance : List.of(Appearance.LIGHT, Appearance.DARK)) {
      appearance.applyTo(browser.page());
      browser.window().screenshot(Screenshots.of(name, appearance));
    }
  }
}
