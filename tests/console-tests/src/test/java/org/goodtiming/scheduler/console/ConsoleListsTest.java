package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What lists begin with, and how they fit into a window. */
class ConsoleListsTest extends StaticConsoleTest {

  private static final String LONG =
      "invoice-rendering-and-dispatch-to-customers-of-region-north-west";

  private static final String MORE =
      ", \"priority\": 4, \"attempts\": 0, \"registeredBy\": \"shop\"";

  @Test
  void jobs_of_all_queues_are_by_due_time_and_columns_say_what_differs() {
    answers.put(
        "jobs",
        jobs(
            job("4711", MORE + ", \"paused\": true, \"recurs\": true"),
            job("4712", MORE + ", \"paused\": true, \"eligibleAt\": \"2100-01-03T00:00:00Z\""),
            job("4713", MORE.replace("\"attempts\": 0", "\"attempts\": 2"))));

    Request request = page.waitForRequest("**/jobs?*limit=100*", () -> console.open("#/jobs"));

    assertThat(request.url()).contains("sort=due");
    assertThat(page.locator("th[aria-sort=ascending]")).hasText("Due ↑");
    assertThat(page.locator("thead th").allInnerTexts().stream().map(String::strip))
        .containsExactly("", "Job", "State", "Due ↑", "Attempts");
    assertThat(console.main()).containsText("All: queue a, priority 4, registered by shop");
    assertThat(console.row("4711")).containsText("paused");
    assertThat(console.row("4711")).containsText("2100-01-01 01:00until it is resumed");
    assertThat(console.row("4712")).containsText("goes on 2100-01-03 01:00");
    assertThat(console.row("4713")).containsText("waiting");
  }

  @Test
  void a_search_goes_on_until_it_has_found_a_job() {
    String none = "{\"jobs\": [], \"limitMet\": true, \"next\": \"%s\"}";
    page.route(
        "**/api/v1/jobs?*registeredBy=*",
        route ->
            answer(
                route,
                switch (route.request().url().replaceFirst(".*[?&]cursor=(\\w+).*", "$1")) {
                  case "c1" -> none.formatted("c2");
                  case "c2" -> jobs(job("4711", ""));
                  default -> none.formatted("c1");
                }));
    answers.put("jobs", jobs(job("4711", "")));
    console.open("#/jobs?registeredBy=shop");
    assertThat(console.main()).containsText("The search ended after 10,000 jobs.");

    console.button("Search on").click();

    assertThat(console.row("4711")).isVisible();
    assertThat(page).hasURL(Pattern.compile("cursor=c2"));
  }

  @Test
  void twelve_queues_fit_into_the_window_the_worst_first() {
    twelveQueues();
    console.open("#/queues");
    Locator rows = console.main().locator("tbody tr[data-href]");
    assertThat(rows).hasCount(12);

    assertThat(rows.nth(0)).containsText("no-leader");
    assertThat(rows.nth(1)).containsText("no consumer");
    assertThat(rows.nth(2)).containsText("overdue");
    assertThat(rows.nth(3)).containsText("failing");
    assertThat(rows.nth(4)).containsText("fine");
    Locator line = console.main().locator("tbody tr.line").first();
    assertThat(line).containsText("no node leads partition default");
    assertThat(line.boundingBox().width).isGreaterThan(rows.nth(0).boundingBox().width - 2);
    assertThat(rows.nth(3).locator("svg rect")).hasCount(5);
    assertThat(rows.nth(3).locator("svg title")).containsText("12 (3 failed)");
    assertThat(rows.nth(3)).containsText("p95 20 ms late");
    assertThat(sideways(".scroll")).isZero();
    Locator name = rows.nth(0).locator(".name").first();
    assertThat(name).hasAttribute("title", LONG);
    assertThat(name).hasCSS("text-overflow", "ellipsis");
    assertThat(right(name)).isLessThan(rows.nth(0).locator(".badge").first().boundingBox().x);
  }

  @Test
  void queues_that_are_closed_by_plan_or_limited_on_purpose_are_no_alarm() {
    twelveQueues();
    String late = ", \"overdue\": 213, \"oldestDueAt\": \"2026-01-01T00:00:00Z\"";
    answers.put(
        "worker-queues",
        "{\"workerQueues\": [%s, %s]}"
            .formatted(
                queue("limited", late + ", \"limits\": \"has 2 of 2 runs running\""),
                queue("shut", late + ", \"problem\": \"it is closed\"")
                    .replace("\"open\"", "\"closed\"")));
    console.open("#/queues");
    assertThat(console.row("limited").locator(".badge.warn")).hasText("overdue");
    assertThat(console.row("shut").locator(".badge.warn")).hasText("closed");
    assertThat(console.main().locator("table .bad, table .alarm")).hasCount(0);
  }

  @Test
  void rows_are_stacked_and_actions_reachable_on_a_phone() {
    twelveQueues();
    Appearance.LIGHT_PHONE.applyTo(page);
    console.open("#/queues");
    Locator row = console.main().locator("tbody tr[data-href]").first();
    assertThat(row).containsText("no-leader");
    assertThat(row.locator(".badge").first().boundingBox().y)
        .isGreaterThan(row.locator(".name").first().boundingBox().y + 10);
    assertThat(console.overflow()).isZero();
    assertThat(sideways(".scroll")).isZero();

    answers.put(
        "jobs",
        jobs(
            IntStream.range(0, 40)
                .mapToObj(number -> job("job-" + number + LONG, MORE))
                .toArray(String[]::new)));
    console.open("#/jobs");
    console.select("job-39");
    assertThat(sideways(".scroll")).isZero();
    Locator cancel = console.button("Cancel");
    BoundingBox box = cancel.boundingBox();
    assertThat(box.y).isBetween(0.0, 800.0 - box.height);
    assertThat(box.x + box.width).isLessThanOrEqualTo(Appearance.PHONE);

    assertThat(page.getByLabel("Job id begins with")).isHidden();
    console.button("Filters …").click();
    assertThat(page.getByLabel("Job id begins with")).isVisible();
    assertThat(page.locator("main .filters")).containsText("State");
    page.keyboard().press("Escape");
    assertThat(page.getByLabel("Job id begins with")).isHidden();
    assertThat(console.button("Filters …")).isFocused();
    page.keyboard().press("Enter");
    page.getByLabel("State").selectOption("held");
    console.button("Show the list").click();
    assertThat(page.getByLabel("Job id begins with")).isHidden();
    assertThat(console.button("Filters (1) …")).isVisible();
  }

  @Test
  void charts_have_their_range_in_the_address_and_lead_to_the_runs_behind_them() {
    answers.put("worker-queues/a", queue("a", ""));
    answers.put(
        "openapi",
        "{\"components\": {\"schemas\": {\"WorkerQueueSettings\": {\"properties\": {}}}}}");
    answers.put("statistics", points("PT15M", "2026-01-01T10:00:00Z", "2026-01-01T10:15:00Z"));
    answers.put("executions", "{\"executions\": []}");
    page.addInitScript(
        """
        globalThis.drawn = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          drawn.push(text);
          return draw.call(this, text, x, y);
        };
        """);
    console.open("#/queues/a");
    Request request =
        page.waitForRequest(
            each -> each.url().contains("PT15M"), () -> console.mainLink("24 h").click());
    assertThat(request.url()).contains("/statistics?", "queue=a");
    assertThat(page).hasURL(Pattern.compile("range=24h"));
    assertThat(console.main()).containsText("Jobs in 15 min");
    assertThat(console.main()).containsText("kept for scheduler.statistics.age");
    page.waitForFunction("['dispatched', 'failed', 'p95'].every((label) => drawn.includes(label))");

    page.locator(".u-over").first().click(new Locator.ClickOptions().setPosition(3, 60));

    assertThat(page)
        .hasURL(
            Pattern.compile(
                "runs\\?queue=a&endedFrom=2026-01-01T10%3A00%3A00Z&endedBefore=2026-01-01T10%3A15%3A00Z"));
  }

  @Test
  void the_charts_of_the_overview_show_a_day_as_well() {
    answers.put("statistics", points("PT1M", "2026-01-01T10:00:00Z", "2026-01-01T10:01:00Z"));
    answers.put("failures", "{}");
    answers.put("forecast", "{\"intervals\": []}");
    console.open("#/");
    assertThat(console.main()).containsText("Jobs a minute");
    answers.put("statistics", points("PT15M", "2026-01-01T10:00:00Z", "2026-01-01T10:15:00Z"));
    Request request =
        page.waitForRequest(
            each -> each.url().contains("PT15M"), () -> console.mainLink("24 h").click());
    assertThat(request.url()).doesNotContain("queue=");
    assertThat(console.main()).containsText("Jobs in 15 min");
  }

  @Test
  void the_list_of_runs_fits_a_phone() {
    answers.put(
        "executions",
        """
        {"count": 2, "executions": [
          {"fireId": "11111111-1111-1111-1111-111111111111", "queue": "order-check", "jobId": "%1$s", "state": "EXHAUSTED", "attempt": 3,
           "dueAt": "2026-01-01T10:00:00Z", "dispatchedAt": "2026-01-01T10:00:00Z", "endedAt": "2026-01-01T10:00:09Z", "worker": "%1$s",
           "runAgainAs": "22222222-2222-2222-2222-222222222222", "message": "%1$s"},
          {"fireId": "22222222-2222-2222-2222-222222222222", "queue": "%1$s", "jobId": "a", "state": "DISPATCHED", "attempt": 1, "progress": 45,
           "dueAt": "2026-01-01T10:00:00Z", "dispatchedAt": "2026-01-01T10:01:00Z", "worker": "node-1"}]}
        """
            .formatted(LONG));
    Appearance.LIGHT_PHONE.applyTo(page);
    console.open("#/runs");
    assertThat(console.main()).containsText("EXHAUSTED");
    assertThat(console.overflow()).isZero();
    assertThat(sideways(".scroll")).isZero();
  }

  @Test
  void cards_fill_the_line() {
    answers.put("worker-queues/a", queue("a", ""));
    answers.put(
        "openapi",
        "{\"components\": {\"schemas\": {\"WorkerQueueSettings\": {\"properties\": {}}}}}");
    answers.put("statistics", points("PT1M"));
    for (int width : new int[] {1280, 1920}) {
      page.setViewportSize(width, 800);
      console.open("#/queues/a");
      console.main().locator(".chart").first().waitFor();
      for (String group : List.of(".figures", ".cards")) {
        Locator cards = console.main().locator(group).first();
        assertThat(right(cards.locator("> *").last())).isCloseTo(right(cards), within(1.0));
      }
    }
  }

  private static double right(Locator element) {
    BoundingBox box = element.boundingBox();
    return box.x + box.width;
  }

  /** By how many pixels a part of the page scrolls sideways. */
  private int sideways(String selector) {
    Object pixels =
        page.evaluate(
            "(selector) => Math.max(...[...document.querySelectorAll(selector)].map((part) => part.scrollWidth - part.clientWidth))",
            selector);
    return ((Number) pixels).intValue();
  }

  private void twelveQueues() {
    String others =
        IntStream.range(0, 8)
            .mapToObj(number -> queue("queue-of-a-service-" + number, ""))
            .collect(Collectors.joining(","));
    answers.put(
        "worker-queues",
        "{\"workerQueues\": [%s, %s, %s, %s, %s]}"
            .formatted(
                others,
                queue("a-failing", ""),
                queue("b-late", ", \"overdue\": 213, \"oldestDueAt\": \"2026-01-01T00:00:00Z\""),
                queue("c-unread", "").replace("\"consumers\": 12", "\"consumers\": 0"),
                queue(LONG, ", \"problem\": \"no node leads partition default\"")
                    .replace("\"open\"", "\"no-leader\"")));
    answers.put("dispatch", "{\"pauses\": []}");
    answers.put(
        "statistics",
        """
        {"points": [], "queues": [{"queue": "a-failing", "dispatched": 12, "failed": 3, "lateness": {"p95": 0.02}}]}
        """);
  }

  private static String queue(String name, String more) {
    return """
        {"name": "%s", "partition": "default", "tracked": true, "state": "open", "waiting": 1000, "due": 240, "retrying": 0, "held": 7, "rateLimit": 0,
         "retry": "none", "runTimeout": "P7D",
         "backlog": {"messages": 1204, "delivering": 2, "scheduled": 0, "consumers": 12, "deadLetters": 0, "seenAt": "2026-01-01T00:00:00Z"}%s}"""
        .formatted(name, more);
  }

  private static String points(String step, String... times) {
    return "{\"from\": \"2026-01-01T10:00:00Z\", \"to\": \"2026-01-01T10:30:00Z\", \"step\": \"%s\", \"queues\": [], \"points\": [%s]}"
        .formatted(
            step,
            List.of(times).stream()
                .map(
                    at ->
                        "{\"at\": \"%s\", \"registered\": 9, \"dispatched\": 9, \"finished\": 8, \"failed\": 1, \"lateness\": {\"p50\": 0.1, \"p95\": 0.2, \"p99\": 0.3}}"
                            .formatted(at))
                .collect(Collectors.joining(",")));
  }

  private static void answer(Route route, String body) {
    route.fulfill(
        new Route.FulfillOptions()
            .setHeaders(
                Map.of(
                    "Content-Type",
                    "application/json",
                    "Content-Security-Policy",
                    "default-src 'none'"))
            .setBody(body));
  }
}
