package org.goodtiming.scheduler.console;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pictures of pages in both themes, for the documentation. */
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

  @BeforeEach
  void samples() {
    stack.clear();
    new Samples(stack, rest).register();
    // A leader asks the broker a few times a minute
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.worker_queue_backlog") > 0);
  }

  @Test
  void pages_are_pictured_in_both_themes() {
    open("#/", "Overview");
    PAGES.forEach(this::picture);
  }

  private void picture(String name, List<String> routeAndHeading) {
    console.open(routeAndHeading.get(0));
    console.awaitPage(routeAndHeading.get(1));
    for (Appearance appearance : List.of(Appearance.LIGHT, Appearance.DARK)) {
      appearance.applyTo(browser.page());
      browser.window().screenshot(Screenshots.of(name, appearance));
    }
  }
}
