package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page.WaitForResponseOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console shows while its address changes. */
class ConsoleAddressTest extends StaticConsoleTest {

  private static final String LIST = "#/jobs?queue=a";

  @BeforeEach
  void jobs_and_no_schedule() {
    answers.put("jobs", jobs(job("4711", ""), job("4712", "")));
    answers.put("jobs/a/4711", job("4711", ""));
    answers.put(
        "jobs/a/4711/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("calendars", "{\"calendars\": []}");
    answers.put("definitions", "{\"definitions\": []}");
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

          holding = "jobs\\?.*limit=100.*";
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
    assertThat(page.locator("dialog")).hasCount(1); // A closed question is there until its event
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

  @Test
  void a_page_whose_script_does_not_come_says_so_and_is_tried_again() {
    expectOutage();
    page.route("**/js/pages/schedules.js", Route::abort);
    console.open(LIST);
    assertThat(page.locator(".freshness")).containsText("live");

    console.navigation().getByText("Schedules").click();
    assertThat(console.main()).containsText("does not answer");
    assertThat(page.locator(".freshness")).hasClass("freshness stale");

    page.unroute("**/js/pages/schedules.js");
    console.awaitPage("Schedules");
    assertThat(console.button("New schedule …")).isVisible();
  }

  @Test
  void a_page_that_was_not_visited_yet_is_shown_when_its_node_is_gone() {
    expectOutage();
    page.waitForResponse(
        "**/js/pages/schedules.js",
        new WaitForResponseOptions().setTimeout(10_000),
        () -> console.open(LIST));
    page.waitForLoadState(LoadState.NETWORKIDLE);

    page.route("**/js/**", Route::abort);
    console.navigation().getByText("Schedules").click();
    assertThat(console.button("New schedule …")).isVisible();
  }

  private Locator sortByDueTime() {
    return console.main().locator("th .sort").filter(new FilterOptions().setHasText("Due"));
  }
}
