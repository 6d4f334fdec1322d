package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Failures, late jobs and quarantined rows that need a person, and how one deals with them. */
class ConsoleAlarmsTest extends StaticConsoleTest {

  private static final String RUN =
      """
      {"fireId": "0a1b2c3d-0000-4000-8000-00000000000%s", "queue": "a", "jobId": "%s", "state": "ERROR", "attempt": 1, "node": "node-1",
       "message": "TaxClient 503", "dueAt": "2026-01-01T10:00:00Z", "submittedAt": "2026-01-01T10:00:00Z", "endedAt": "2026-01-01T10:00:01Z"%s}
      """;

  @Test
  void a_run_that_was_run_again_says_so_and_the_others_are_a_frequent_filter() {
    String again = ", \"runAgainAs\": \"0a1b2c3d-0000-4000-8000-000000000009\"";
    answers.put(
        "executions",
        "{\"executions\": [%s, %s], \"count\": 2}"
            .formatted(RUN.formatted(1, "handled", again), RUN.formatted(2, "open", "")));
    console.open("#/runs?outcome=failed");

    assertThat(console.row("handled").getByText("run again"))
        .hasAttribute("href", "#/runs/0a1b2c3d-0000-4000-8000-000000000009");
    assertThat(console.row("open").getByText("run again")).hasCount(0);
    assertThat(console.mainLink("Not handled yet"))
        .hasAttribute("href", "#/runs?outcome=failed&unhandled=true");
  }

  @Test
  void failing_schedules_errors_and_late_jobs_of_open_queues_are_named() {
    String latest =
        "\"since\": \"2026-01-01T01:43:00Z\", \"latestAt\": \"2026-01-01T03:00:00Z\", \"latestFireId\": \"0a1b2c3d-0000-4000-8000-000000000001\"";
    answers.put(
        "failures",
        """
        {"schedules": [{"queue": "a", "jobId": "nightly", "runs": 28, %1$s, "latestMessage": "no disk"}],
         "errors": [{"queue": "invoice", "error": "TaxClient 503 for order …", "runs": 98, %1$s, "latestMessage": "TaxClient 503 for order 4711"}]}
        """
            .formatted(latest));
    String queue =
        "{\"name\": \"%s\", \"state\": \"%s\", \"overdue\": 1000, \"oldestDueAt\": \"2026-01-01T00:00:00Z\", \"causes\": []}";
    answers.put(
        "overview",
        """
        {"ledger": {"waiting": 0}, "nodes": [], "leases": [], "quarantined": 0, "inDoubt": 0, "workerQueues": [%s, %s]}
        """
            .formatted(queue.formatted("slow", "open"), queue.formatted("stopped", "paused")));
    answers.put("statistics", "{\"points\": []}");
    answers.put("forecast", "{\"intervals\": []}");
    console.open("#/");

    Locator problems = console.main().locator(".list").first().locator("li");
    assertThat(problems).hasCount(3);
    assertThat(problems.nth(0)).containsText("Queue slow: 1,000+ overdue jobs");
    assertThat(console.mainLink("1,000+ overdue jobs"))
        .hasAttribute("href", "#/jobs?queue=slow&state=overdue");
    assertThat(problems.nth(1))
        .containsText("Schedule a/nightly: its latest 28 runs failed, since");
    assertThat(problems.nth(1)).containsText("no disk");
    assertThat(problems.nth(2))
        .containsText("TaxClient 503 for order …: 98 failed runs of invoice, since");
    assertThat(console.mainLink("98 failed runs"))
        .hasAttribute(
            "href",
            "#/runs?queue=invoice&outcome=failed&unhandled=true&message=TaxClient+503+for+order+&endedFrom=2026-01-01T01%3A43%3A00Z");
    assertThat(page).hasTitle(Pattern.compile("^\\(3\\) Overview.*"));
  }
}
