package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
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
    page.waitForRequest(
        "**/executions?sort=-latest&limit=1&count=true",
        () -> console.open("#/runs?outcome=failed"));

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
        {"paused": [{"queue": "a", "jobId": "import", "since": "2026-01-01T01:43:00Z", "reason": "3 runs in a row have failed, since 2026-01-01T01:43:00Z"}],
         "held": [{"queue": "report", "jobs": 2, "since": "2026-01-01T01:43:00Z", "jobId": "4711", "reason": "SCHED-0848 parent import/4711 is ERROR"}],
         "schedules": [{"queue": "a", "jobId": "nightly", "runs": 28, %1$s, "latestMessage": "no disk"}],
         "errors": [{"queue": "invoice", "error": "TaxClient 503 for order …", "runs": 98, %1$s, "latestMessage": "TaxClient 503 for order 4711"},
                    {"queue": "mail", "error": "…", "runs": 7, %1$s, "latestMessage": "4711 is not known"}]}
        """
            .formatted(latest));
    String queue =
        "{\"name\": \"%s\", \"state\": \"%s\", \"overdue\": 1000, \"oldestDueAt\": \"2026-01-01T00:00:00Z\", \"causes\": []}";
    answers.put(
        "overview",
        """
        {"ledger": {"waiting": 0}, "nodes": [], "leases": [], "quarantined": 0, "inDoubt": 2, "workerQueues": [%s, %s, %s]}
        """
            .formatted(
                queue.formatted("slow", "open"),
                queue.formatted("stopped", "paused"),
                queue
                    .formatted("shut", "closed")
                    .replace(
                        "[]", "[{\"code\": \"queue-closed\", \"text\": \"shut is closed\"}]")));
    String inDoubt =
        "{\"firstSeenAt\": \"2026-01-01T00:00:00Z\", \"lastSeenAt\": \"2026-01-01T00:00:%sZ\"}";
    answers.put(
        "in-doubt",
        "{\"transactions\": [%s, %s]}".formatted(inDoubt.formatted("20"), inDoubt.formatted("02")));
    answers.put("statistics", "{\"points\": []}");
    answers.put("forecast", "{\"intervals\": []}");
    console.open("#/");

    Locator problems = console.main().locator(".list").first().locator("li");
    assertThat(problems).hasCount(7);
    assertThat(problems.nth(6)).containsText("In doubt: 1 transaction for more than 15 seconds");
    assertThat(problems.nth(0)).containsText("Queue slow: 1,000+ overdue jobs");
    assertThat(console.mainLink("1,000+ overdue jobs"))
        .hasAttribute("href", "#/jobs?queue=slow&state=overdue");
    assertThat(problems.nth(1))
        .containsText(
            Pattern.compile(
                "Schedule a/import is paused: 3 runs in a row have failed, since 2026-01-01 \\d\\d:43:00\\. "));
    assertThat(problems.nth(2))
        .containsText(
            Pattern.compile(
                "2 jobs of report are held because a parent has failed, since .*: 4711: SCHED-0848 parent import/4711 is ERROR"));
    assertThat(console.mainLink("2 jobs")).hasAttribute("href", "#/jobs?queue=report&state=held");
    assertThat(problems.nth(3))
        .containsText("Schedule a/nightly: its latest 28 runs failed, since");
    assertThat(problems.nth(3)).containsText("no disk");
    assertThat(problems.nth(4))
        .containsText("TaxClient 503 for order …: 98 failed runs of invoice, since");
    assertThat(console.mainLink("98 failed runs"))
        .hasAttribute(
            "href",
            "#/runs?queue=invoice&outcome=failed&unhandled=true&message=TaxClient+503+for+order+&endedFrom=2026-01-01T01%3A43%3A00Z");
    assertThat(problems.nth(5)).containsText("7 failed runs of mail");
    assertThat(console.mainLink("7 failed runs")).hasCount(0);
    assertThat(page).hasTitle(Pattern.compile("^\\(7\\) Overview.*"));
  }

  @Test
  void the_runs_of_a_group_of_failures_are_run_again() {
    answers.put(
        "failures",
        """
        {"schedules": [], "errors": [
          {"queue": "a", "error": "TaxClient 503 for order …", "runs": 1, "since": "2026-01-01T01:43:00Z", "latestAt": "2026-01-01T03:00:00Z",
           "latestFireId": "0a1b2c3d-0000-4000-8000-000000000001", "latestMessage": "TaxClient 503 for order 4711"}]}
        """);
    answers.put("statistics", "{\"points\": []}");
    answers.put("forecast", "{\"intervals\": []}");
    answers.put(
        "executions",
        """
        {"executions": [{"fireId": "0a1b2c3d-0000-4000-8000-000000000001", "queue": "a", "jobId": "4711", "state": "ERROR", "attempt": 1,
                         "dueAt": "2026-01-01T01:43:00Z"}]}
        """);
    answers.put(
        "POST executions/0a1b2c3d-0000-4000-8000-000000000001/run-again", "{\"fireId\": \"x\"}");
    console.open("#/");
    Request asked =
        page.waitForRequest(
            each -> each.url().contains("/executions?"),
            () -> console.button("Run again 1").click());
    assertThat(asked.url()).contains("message=TaxClient", "unhandled=true", "queue=a");
    assertThat(console.heading(2)).hasText("Run 1 run again?");
    console.confirm();
    assertThat(console.notices()).containsText("Run again: 1 run");
    assertThat(sent)
        .anyMatch(
            each ->
                each.startsWith("POST executions/0a1b2c3d-0000-4000-8000-000000000001/run-again"));
  }

  @Test
  void queues_that_rest_for_one_reason_are_one_line() {
    String queue =
        "{\"name\": \"%1$s\", \"state\": \"resting\", \"due\": 3, \"causes\": [{\"code\": \"queue-resting\","
            + " \"text\": \"worker queue %1$s rests after a failure, the next attempt is at 2026-01-01T10:00:0%2$d.123456Z: no %1$s at the broker\"}]}";
    answers.put(
        "overview",
        "{\"ledger\": {}, \"nodes\": [], \"leases\": [], \"workerQueues\": [%s, %s]}"
            .formatted(queue.formatted("mail", 1), queue.formatted("orders", 2)));
    answers.put("failures", "{}");
    answers.put("statistics", "{\"points\": []}");
    answers.put("forecast", "{\"intervals\": []}");
    console.open("#/");

    Locator problems = console.main().locator(".list").first().locator("li");
    assertThat(problems).hasCount(1);
    assertThat(problems)
        .containsText(
            Pattern.compile(
                "Each of these worker queues rests after a failure, the next attempt is at 2026-01-01 \\d\\d:00:02: no .*mail \\(3 due\\) orders \\(3 due\\)"));
  }

  @Test
  void the_quarantine_is_grouped_and_a_group_is_resubmitted_at_once() {
    String group =
        "{\"code\":\"%s\", %s \"rows\": %d, \"since\": \"2026-01-01T01:43:00Z\", \"latestAt\": \"2026-01-01T03:00:00Z\", \"latestReason\": \"no connection\"}";
    answers.put(
        "quarantine/groups",
        "{\"groups\": [%s, %s, %s]}"
            .formatted(
                group.formatted("SCHED-0220", "\"queue\": \"invoice\",", 91),
                group.formatted("SCHED-0101", "\"queue\": \"a\",", 2),
                group.formatted("SCHED-0101", "", 1)));
    answers.put("quarantine", "{\"rows\": [%s]}".formatted(row("")));
    answers.put(
        "POST batch-operations",
        "{\"id\": 7, \"counted\": 91, \"more\": false, \"runAgain\": 65, \"samples\": [%s]}"
            .formatted(row("")));
    answers.put(
        "batch-operations/7",
        "{\"id\": 7, \"operation\": \"resubmit\", \"state\": \"running\", \"counted\": 91, \"done\": 0, \"refused\": 0, \"refusals\": [], \"requestedBy\": \"jane\", \"requestedAt\": \"2026-01-01T00:00:00Z\"}");
    console.open("#/quarantine");

    assertThat(console.row("invoice").first().getByText("SCHED-0220"))
        .hasAttribute("href", "#/quarantine?queue=invoice&code=SCHED-0220");
    assertThat(console.button("Resubmit 1")).isDisabled();
    console.button("Resubmit 91").click();
    assertThat(console.heading(2)).hasText("Resubmit 91 rows?");
    assertThat(console.dialog()).containsText("Chosen by: queue invoice, code SCHED-0220");
    assertThat(console.dialog()).containsText("The runs of 65 were run again");
    console.confirm();
    console.awaitPage("Batch operation 7");
    assertThat(sent)
        .endsWith(
            "POST batch-operations {\"operation\":\"resubmit\",\"queue\":\"invoice\",\"code\":\"SCHED-0220\"}");

    console.open("#/quarantine?queue=invoice");
    assertThat(console.row("4711")).hasCount(1);
    assertThat(console.button("Resubmit 91")).hasCount(0);
  }

  @Test
  void a_row_is_checked_beside_its_reason_before_it_is_saved_and_resubmitted() {
    answers.put(
        "quarantine/17",
        row(
            ", \"body\": \"old\", \"properties\": {\"x_customer\": \"7\", \"scheduler_fireId\": \"0a1b2c3d-0000-4000-8000-000000000001\", \"JMSXDeliveryCount\": 3, \"_AMQ_ORIG_ADDRESS\": \"invoice\"}"));
    answers.put(
        "executions/0a1b2c3d-0000-4000-8000-000000000001",
        RUN.formatted(1, "4711", ", \"runAgainAs\": \"0a1b2c3d-0000-4000-8000-000000000002\""));
    answers.put(
        "POST quarantine/17/check", "{\"code\": \"SCHED-0102\", \"detail\": \"no such queue\"}");
    answers.put("PATCH quarantine/17", answers.get("quarantine/17"));
    answers.put("POST quarantine/17/resubmit", "{\"status\": \"requested\"}");
    expectRefusal(409, "/quarantine/17/check");
    console.open("#/quarantine/17");

    assertThat(console.mainLink("0a1b2c3d"))
        .hasAttribute("href", "#/runs/0a1b2c3d-0000-4000-8000-000000000001");
    assertThat(console.mainLink("run again"))
        .hasAttribute("href", "#/runs/0a1b2c3d-0000-4000-8000-000000000002");
    assertThat(section("Properties of the sender")).containsText("x_customer");
    assertThat(section("Properties of the sender")).not().containsText("_AMQ");
    assertThat(section("Properties of the broker")).containsText("JMSXDeliveryCount");

    page.setViewportSize(1280, 400);
    console.button("Mend …").click();
    console.dialog().evaluate("dialog => dialog.scrollTo(0, dialog.scrollHeight)");
    assertThat(console.dialog().getByText("no connection")).isInViewport();
    assertThat(console.field("properties"))
        .hasValue("x_customer=7\nscheduler_fireId=0a1b2c3d-0000-4000-8000-000000000001");
    console.field("body").fill("new");
    console.button("Check").click();
    assertThat(console.dialogAlert()).containsText("SCHED-0102 no such queue");
    answers.put("POST quarantine/17/check", "{\"status\": \"acceptable\"}");
    console.button("Check").click();
    assertThat(console.dialog()).containsText("It would be registered.");
    assertThat(sent).containsOnly("POST quarantine/17/check {\"body\":\"new\"}");

    console.confirmForm();
    assertThat(sent)
        .endsWith("PATCH quarantine/17 {\"body\":\"new\"}", "POST quarantine/17/resubmit");
  }

  private Locator section(String title) {
    return console.main().locator("section").filter(new Locator.FilterOptions().setHasText(title));
  }

  private static String row(String more) {
    return """
    {"id": 17, "stage": "execution", "code":"SCHED-0220", "reason": "no connection", "queue": "invoice", "jobId": "4711",
     "quarantinedAt": "2026-01-01T01:43:00Z", "node": "node-1", "messageType": "text"%s}
    """
        .formatted(more);
  }
}
