package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands around each page: the numbers of the navigation, and the way from row to row. */
class ConsoleFrameTest extends StaticConsoleTest {

  private static final String SCHEDULE =
      """
      {"queue": "a", "jobId": "%s", "state": "active", "recurrence": "cron:0 0 6 * * ? zone=%s", "misfire": "fire-once", "overlap": "allow", "runs": 3,
       "nextPlannedAt": "2100-01-01T20:00:00Z", "lastPlannedAt": "2026-07-01T20:00:00Z", "registeredAt": "2026-01-01T00:00:00Z", "registeredBy": "jane"}
      """;

  @BeforeEach
  void three_jobs() {
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("jobs", jobs(job("4711", ""), job("4712", ""), job("o'neill 13", "")));
    for (String path :
        new String[] {"jobs/a/4711", "jobs/a/4712", "jobs/a/base64url:byduZWlsbCAxMw"}) {
      answers.put(path, job(path.endsWith("w") ? "o'neill 13" : path.substring(7), ""));
      answers.put(
          path + "/explanation",
          "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    }
  }

  @Test
  void the_navigation_counts_what_the_overview_knows() {
    answers.put(
        "overview",
        """
        {"ledger": {"waiting": 12345678}, "quarantined": 1000, "inDoubt": 1, "leases": [],
         "workerQueues": [{"name": "a", "state": "open"}, {"name": "b", "state": "resting"}],
         "nodes": [{"name": "n1", "live": true}, {"name": "n2", "live": false}, {"name": "n3", "live": false, "goneSince": "2026-01-01T00:00:00Z"}]}
        """);
    console.open("#/jobs");
    Locator navigation = console.navigation();
    assertThat(
            navigation
                .locator("li")
                .filter(new Locator.FilterOptions().setHas(page.locator(".count"))))
        .hasText(
            new String[] {
              "Jobs12.3 M waiting",
              "Queues1 not open",
              "Quarantine1,000+ to mend",
              "In doubt1 now",
              "Cluster1 node down"
            });
    assertThat(Accessibility.violations(page)).isEmpty();
    assertThat(console.link("Quarantine")).hasCount(1);
  }

  @Test
  void the_counts_are_read_at_most_every_half_minute() {
    List<String> reads = new ArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().endsWith("/overview")) reads.add(request.url());
        });
    page.clock().install();
    console.open("#/jobs");
    assertThat(console.row("4711")).isVisible();
    page.clock().runFor(20_000);
    assertThat(reads).hasSize(1);
    page.clock().runFor(20_000);
    page.waitForCondition(() -> reads.size() == 2);
  }

  @Test
  void one_goes_from_row_to_row_of_the_list_that_led_to_a_page() {
    console.open("#/jobs?queue=a");
    console.link("4712").click();
    Locator rows = page.getByLabel("Rows of the list");
    assertThat(rows).hasText("Jobs 2 / 3+ Previous Next");
    assertThat(Accessibility.violations(page)).isEmpty();
    page.keyboard().press("n");
    console.awaitPage("o'neill 13");
    assertThat(rows).containsText("3 / 3+");
    page.keyboard().press("n");
    page.keyboard().press("p");
    console.awaitPage("4712");
    page.keyboard().press("p");
    console.awaitPage("4711");
    assertThat(rows.getByText("Previous")).not().hasAttribute("href", Pattern.compile(".*"));
    rows.getByText("Jobs").click();
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?queue=a$"));
    // The page still numbers this entry of the history: Playwright would take that for the next
    // navigation, and reload the list
    console.awaitPage("Jobs");

    console.open("#/jobs/a/4711");
    console.awaitPage("4711");
    page.reload();
    console.awaitPage("4711");
    assertThat(rows).hasCount(0);
  }

  @Test
  void a_view_is_saved_as_a_link_with_a_name_and_forgotten() {
    console.open("#/jobs?queue=a&state=held&cursor=x");
    console.button("Save this view …").click();
    assertThat(console.field("name")).hasValue("Jobs queue:a state:held");
    assertThat(Accessibility.violations(page)).isEmpty();
    console.field("name").fill("Held <b>mails");
    console.confirmForm();
    assertThat(console.button("Save this view …")).hasCount(0);
    assertThat(console.link("Held <b>mails")).hasAttribute("aria-current", "page");

    console.open("#/schedules?x");
    page.reload();
    console.link("Held <b>mails").click();
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?queue=a&state=held$"));
    page.keyboard().press("Control+k");
    assertThat(page.locator("#palette-list")).containsText("Held <b>mails view");
    page.keyboard().press("Escape");

    console.button("Forget the view Held <b>mails").click();
    assertThat(console.link("Held <b>mails")).hasCount(0);
    assertThat(console.button("Save this view …")).isVisible();
  }

  @Test
  void a_schedule_has_its_times_in_its_own_zone_beside_those_of_the_viewer() {
    answers.put(
        "schedules",
        "{\"schedules\": [%s, %s]}"
            .formatted(
                SCHEDULE.formatted("tokyo", "Asia/Tokyo"), SCHEDULE.formatted("utc", "UTC")));
    answers.put("schedules/a/tokyo", SCHEDULE.formatted("tokyo", "Asia/Tokyo"));
    answers.put(
        "schedules/a/tokyo/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put("schedules/a/tokyo/executions", "{\"executions\": []}");
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"@daily zone=Asia/Tokyo\", \"meaning\": \"\", \"occurrences\":"
            + " [{\"dueAt\": \"2100-01-01T20:00:00Z\"}]}");
    answers.put("calendars", "{\"calendars\": []}");
    answers.put("definitions", "{\"definitions\": []}");
    answers.put("jobs/a/tokyo", job("tokyo", ", \"recurs\": true"));
    answers.put(
        "jobs/a/tokyo/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    page.addInitScript("localStorage.setItem('zone', 'UTC')");
    console.open("#/schedules");
    assertThat(console.row("tokyo")).containsText("2100-01-02 05:00:00 Asia/Tokyo");
    assertThat(console.row("utc")).not().containsText("05:00:00");
    console.open("#/schedules/a/tokyo");
    assertThat(console.main()).containsText("2100-01-01 20:00:00 2100-01-02 05:00:00 Asia/Tokyo");
    assertThat(console.main()).containsText("2026-07-01 20:00:00 2026-07-02 05:00:00 Asia/Tokyo");
    console.open("#/schedules");
    console.button("New schedule …").click();
    page.locator("[name=recurrence]").fill("@daily zone=Asia/Tokyo");
    assertThat(console.row("here")).hasText("2100-01-02 05:00:00 2100-01-01 20:00:00 here");
    page.locator("form.edit footer").getByText("Cancel").click();
    console.open("#/jobs/a/tokyo");
    assertThat(console.main()).containsText("2100-01-01 00:00:00 2100-01-01 09:00:00 Asia/Tokyo");
  }
}
