package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console shows while its address changes, with answers of an API that the test gives. */
class ConsoleAddressTest {

  private static final String LIST = "#/jobs?queue=a";
  private static final String SESSION =
      """
      {"name": "jane", "role": "admin", "roles": ["viewer", "submitter", "operator", "admin"], "grants": ["*"]}
      """;
  private static final String JOB =
      "\"queue\": \"a\", \"jobId\": \"%s\", \"state\": \"waiting\", \"dueAt\": \"2100-01-01T00:00:00Z\"";

  private static Chromium chromium;

  private final List<Route> held = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private StaticSite site;
  private Window window;
  private Page page;
  private Console console;
  private boolean holding;

  @BeforeAll
  static void start() {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    chromium = Chromium.start();
  }

  @AfterAll
  static void end() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void openWindow() throws IOException {
    site = StaticSite.ofConsole();
    window = chromium.open(site.root(), Appearance.LIGHT);
    page = window.page();
    console = new Console(page, site.root().resolve("index.html"));
    page.route("**/api/v1/**", this::route);
  }

  @AfterEach
  void close() {
    assertThat(window.faults().found()).isEmpty();
    window.close();
    site.close();
  }

  @Test
  void a_list_never_shows_rows_of_the_filter_before() {
    List<Runnable> ways =
        List.of(
            () -> console.mainLink("Held").click(),
            () -> page.getByLabel("Queue").selectOption("b"),
            () -> sortByDueTime().click(),
            () -> console.link("Next page").click(),
            page::goBack);
    ways.forEach(
        change -> {
          console.open("#/jobs?queue=b");
          console.open(LIST);
          console.select("4711");
          assertThat(console.main()).containsText("1 selected");
          console.row("4711").hover();

          holding = true;
          change.run();
          page.waitForCondition(() -> !held.isEmpty());
          assertThat(console.row("")).hasCount(0);
          assertThat(console.main().locator(".actions button")).hasCount(0);
          assertThat(page.getByLabel("Queue")).isVisible();

          answerHeld();
          assertThat(console.row("")).hasCount(2);
          assertThat(console.main()).containsText("Select rows to act on them.");
        });
  }

  @Test
  void a_question_about_a_page_that_was_left_is_not_asked_any_more() {
    console.open("#/jobs");
    console.open(LIST);
    console.select("4711");
    console.button("Cancel").click();
    assertThat(console.dialog()).isVisible();

    page.goBack();

    assertThat(console.dialog()).hasCount(0);
    assertThat(page).hasURL(Pattern.compile("#/jobs$"));
    assertThat(sent).isEmpty();
  }

  @Test
  void an_open_form_with_input_is_left_only_after_a_question() {
    console.open(LIST);
    console.open("#/jobs/a/4711");
    console.button("Reschedule …").click();
    page.goBack();
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?queue=a$"));
    assertThat(console.dialog()).hasCount(0);

    page.goForward();
    console.button("Reschedule …").click();
    console.field("dueAt").fill("2099-12-31T12:00");
    page.goBack();
    console.button("Stay").click();
    assertThat(page).hasURL(Pattern.compile("#/jobs/a/4711"));
    assertThat(console.field("dueAt")).hasValue("2099-12-31T12:00");

    page.goBack();
    assertThat(console.button("Stay")).isFocused();
    console.button("Leave").click();
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?queue=a$"));
    assertThat(console.dialog()).hasCount(0);
    assertThat(console.row("4711")).isVisible();

    page.goForward();
    assertThat(console.heading()).hasText("4711");
  }

  @Test
  void a_form_in_a_page_is_kept_when_a_link_is_not_followed_and_a_reload_asks() {
    List<String> asked = new ArrayList<>();
    page.onDialog(
        dialog -> {
          asked.add(dialog.type());
          dialog.accept();
        });
    console.open("#/schedules");
    console.button("New schedule …").click();
    page.locator("[name=jobId]").fill("nightly");

    console.navigation().getByText("Jobs").click();
    console.button("Stay").click();
    assertThat(page).hasURL(Pattern.compile("#/schedules"));
    assertThat(page.locator("[name=jobId]")).hasValue("nightly");

    page.reload();
    assertThat(asked).containsExactly("beforeunload");
    assertThat(console.heading()).hasText("Schedules");
    assertThat(page.locator("[name=jobId]")).hasCount(0);
    console.navigation().getByText("Jobs").click();
    assertThat(console.heading()).hasText("Jobs");
  }

  private Locator sortByDueTime() {
    return console.main().locator("th .sort").filter(new FilterOptions().setHasText("Due"));
  }

  private void route(Route route) {
    String path = route.request().url().replaceFirst(".*/api/v1/", "");
    if (!route.request().method().equals("GET")) {
      sent.add(path);
    }
    if (holding && path.startsWith("jobs?") && path.contains("limit=100")) {
      held.add(route);
    } else {
      answer(route, path);
    }
  }

  private void answerHeld() {
    holding = false;
    held.forEach(route -> answer(route, "jobs?"));
    held.clear();
  }

  private static void answer(Route route, String path) {
    route.fulfill(
        new FulfillOptions()
            .setStatus(200)
            .setHeaders(
                Map.of(
                    "Content-Type",
                    "application/json",
                    "Content-Security-Policy",
                    "default-src 'none'"))
            .setBody(body(path)));
  }

  private static String body(String path) {
    return switch (path.replaceFirst("\\?.*", "")) {
      case "session" -> SESSION;
      case "worker-queues" -> "{\"workerQueues\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}";
      case "jobs" ->
          "{\"jobs\": [{%s}, {%s}], \"count\": 3, \"next\": \"n\"}"
              .formatted(JOB.formatted("4711"), JOB.formatted("4712"));
      case "jobs/a/4711" -> "{%s}".formatted(JOB.formatted("4711"));
      case "jobs/a/4711/explanation" ->
          "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}";
      case "schedules" -> "{\"schedules\": []}";
      case "calendars" -> "{\"calendars\": []}";
      case "definitions" -> "{\"definitions\": []}";
      default -> throw new AssertionError("no answer for " + path);
    };
  }
}
