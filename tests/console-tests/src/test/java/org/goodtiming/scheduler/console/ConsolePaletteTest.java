package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the command palette and the box at the top lead, by keyboard alone. */
class ConsolePaletteTest extends StaticConsoleTest {

  @BeforeEach
  void a_job_and_a_schedule() {
    answers.put("jobs", jobs(job("4711", "")));
    answers.put("jobs/a/4711", job("4711", ""));
    answers.put("jobs/b/4711", job("4711", ""));
    answers.put(
        "jobs/b/4711/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put(
        "jobs/a/4711/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put("POST jobs/a/4711/hold", "{}");
    answers.put("executions", "{\"executions\": [], \"count\": 0}");
    answers.put(
        "schedules", "{\"schedules\": [{\"queue\": \"b\", \"jobId\": \"nightly-report\"}]}");
    answers.put("search", "{\"query\": \"47\", \"found\": [], \"complete\": true}");
  }

  @Test
  void the_palette_leads_to_pages_queues_schedules_and_ids() {
    answers.put(
        "search",
        "{\"query\": \"47\", \"found\": [{\"kind\": \"job\", \"queue\": \"a\", \"jobId\":"
            + " \"4711\"}], \"complete\": true}");
    holding = "(batch-operations|worker-queues/|openapi|statistics|schedules/).*";
    console.open("#/jobs");
    choose("batch op", "Batch operations page", "#/batches$");
    choose("b queue", "b queue", "#/queues/b$");
    choose("report", "nightly-report schedule of b", "#/schedules/b/nightly-report$");
    choose("471", "a/4711 job", "#/jobs/a/4711$");

    openPalette();
    page.keyboard().type("queue:");
    assertThat(proposals()).hasText(new String[] {"queue:a", "queue:b"});
    page.keyboard().press("Enter");
    page.keyboard().type("state:held");
    assertThat(proposals().first()).hasText("queue:a state:held query");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?queue=a&state=held$"));
  }

  @Test
  void the_palette_does_what_the_page_can_do() {
    console.open("#/jobs/a/4711");
    assertThat(console.button("Hold")).isVisible();
    openPalette();
    page.keyboard().type("hold");
    assertThat(proposals()).hasText(new String[] {"Hold action of this page", "Search for hold"});
    page.keyboard().press("Enter");
    assertThat(console.notices()).containsText("Hold: done");
    assertThat(sent).containsExactly("POST jobs/a/4711/hold");
    assertThat(console.dialog()).hasCount(0);
  }

  @Test
  void the_palette_leaves_a_button_alone_that_has_become_another() {
    console.open("#/jobs/a/4711");
    assertThat(console.button("Hold")).isVisible();
    openPalette();
    answers.put("jobs/a/4711", job("4711", "").replace("waiting", "held"));
    assertThat(page.locator("main button", new Page.LocatorOptions().setHasText("Release")))
        .isVisible();
    page.keyboard().type("hold");
    page.keyboard().press("Enter");
    assertThat(console.notices()).containsText("Hold: the page has changed, nothing was done");
    assertThat(sent).isEmpty();
  }

  @Test
  void a_chosen_proposal_stays_so_when_others_come() {
    answers.put("worker-queues", "{\"workerQueues\": [{\"name\": \"outbox\"}]}");
    console.open("#/jobs/b/4711");
    assertThat(console.button("Hold")).isVisible();
    holding = "worker-queues";
    openPalette();
    page.keyboard().type("out");
    assertThat(proposals()).hasText(new String[] {"Log out command", "Search for out"});
    page.keyboard().press("ArrowDown");
    answerHeld();
    assertThat(proposals().first()).hasText("outbox queue");
    assertThat(page.locator(".proposals [aria-selected=true]")).hasText("Search for out");
    page.keyboard().type("b");
    assertThat(page.locator(".proposals [aria-selected=true]")).hasText("outbox queue");
    holding = "(worker-queues/|openapi|statistics).*";
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile("#/queues/outbox$"));
  }

  @Test
  void a_new_job_that_cannot_begin_says_why() {
    answers.put(
        "session", answers.get("session").replaceFirst("\"grants.*]", "\"grants\": [\"*\"]"));
    answers.put("worker-queues", "{\"code\": \"SCHED-0913\", \"detail\": \"no answer\"}");
    expectRefusal(409, "/worker-queues");
    expectRefusal(409, "/worker-queues");
    console.open("#/jobs/b/4711");
    choose("new job", "New job command", "#/jobs/b/4711$");
    assertThat(console.notices()).containsText("no answer");
  }

  @Test
  void the_palette_begins_a_new_job_on_any_page() {
    console.open("#/jobs/b/4711");
    choose("new job", "New job command", "#/jobs/b/4711$");
    assertThat(console.field("queue")).hasValue("b");
  }

  @Test
  void the_palette_opens_also_when_the_node_is_gone() {
    page.waitForResponse("**/js/palette.js", () -> console.open("#/jobs"));
    page.waitForLoadState(LoadState.NETWORKIDLE);
    expectOutage();
    page.route("**/js/**", Route::abort);
    openPalette();
  }

  @Test
  void the_palette_is_accessible_and_opens_once_from_fields_too() {
    console.open("#/jobs");
    page.getByLabel("Job id begins with").focus();
    openPalette();
    assertThat(Accessibility.violations(page)).isEmpty();
    page.keyboard().press("Control+k");
    assertThat(page.locator("dialog")).hasCount(1);
    page.keyboard().press("ArrowUp");
    Locator last = proposals().last();
    assertThat(last).hasAttribute("aria-selected", "true");
    assertThat(paletteInput()).hasAttribute("aria-activedescendant", last.getAttribute("id"));
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(page.getByLabel("Job id begins with")).isFocused();
  }

  @Test
  void a_query_is_completed_and_becomes_the_filters_of_its_list() {
    console.open("#/jobs");
    assertThat(console.row("4711")).isVisible();
    page.keyboard().press("/");
    page.keyboard().type("qu");
    assertThat(proposals()).hasText(new String[] {"queue: its name"});
    assertThat(Accessibility.violations(page)).isEmpty();
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(proposals()).hasText(new String[] {"queue:a", "queue:b"});
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Tab");
    page.keyboard().type("state:fai");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(console.search()).hasValue("queue:a state:failed ");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile("#/runs\\?queue=a&outcome=failed$"));
    assertThat(console.search()).hasValue("queue:a state:failed");

    ask("queue:a x_customer:c-002 since:2026-11-29T02:00Z");
    assertThat(page)
        .hasURL(
            Pattern.compile(
                "#/jobs\\?queue=a&property=x_customer%3Ac-002&dueFrom=2026-11-29T02%3A00%3A00.000Z$"));
  }

  @Test
  void a_page_that_comes_takes_the_focus_from_nobody_who_types() {
    holding = "jobs.*";
    console.open("#/jobs");
    page.waitForCondition(() -> !held.isEmpty());
    console.search().focus();
    answerHeld();
    assertThat(console.row("4711")).isVisible();
    page.keyboard().type("x");
    assertThat(console.search()).hasValue("x");
  }

  @Test
  void filters_are_written_as_the_query_that_reads_them() {
    console.open("#/jobs");
    assertThat(
            (List<?>)
                page.evaluate(
                    """
                    async () => {
                      const { read, write } = await import(new URL('js/query.js', document.baseURI));
                      const at = '2026-11-29T02:00:00.000Z';
                      const queries = [
                        ['jobs', { queue: 'a', state: 'overdue', prefix: 'o 1', dueFrom: at, dueBefore: at, registeredBy: 'shop', contentType: 'text/plain', group: 'g', property: 'x_customer:c:2' }],
                        ['runs', { queue: 'a', outcome: 'failed', prefix: 'o', jobId: '4711', schedule: 'nightly', endedFrom: at, endedBefore: at, minDuration: 'PT10S' }],
                        ['runs', { state: 'DISPATCHED,RUNNING', submittedFrom: at, submittedBefore: at, retried: 'true', unhandled: 'true', message: 'TaxClient 503' }],
                        ['runs', { state: 'CANCELLED' }], ['runs', { outcome: 'cancelled' }], ['runs', { state: 'RUNNING' }],
                      ];
                      const sorted = (filters) => JSON.stringify(Object.entries(filters).sort());
                      return queries.filter(([list, query]) => {
                        const again = read(write(list, query), list);
                        return again.list !== list || sorted(again.filters) !== sorted(query);
                      }).map(([list, query]) => `${list}: ${write(list, query)} ${JSON.stringify(read(write(list, query), list))}`);
                    }
                    """))
        .isEmpty();
  }

  @Test
  void times_of_runs_have_passed_and_those_of_jobs_are_of_today() {
    console.open("#/jobs");
    assertThat(
            page.evaluate(
                """
                async () => {
                  const { read } = await import(new URL('js/query.js', document.baseURI));
                  const { setZone } = await import(new URL('js/format.js', document.baseURI));
                  setZone('UTC');
                  Date.now = () => Date.parse('2026-11-30T00:05:00Z');
                  return `${read('state:failed since:23:00').filters.endedFrom} ${read('until:00:01', 'runs').filters.submittedBefore} ${read('since:23:00').filters.dueFrom}`;
                }
                """))
        .isEqualTo("2026-11-29T23:00:00.000Z 2026-11-30T00:01:00.000Z 2026-11-30T23:00:00.000Z");
  }

  @Test
  void a_property_alone_is_not_searched_and_nothing_is_said_of_its_jobs() {
    console.open("#/jobs?property=x_customer%3Ac-002");
    assertThat(console.main()).containsText("Not searched: to search by a property, add a queue");
    assertThat(console.main()).not().containsText("No job waits");
  }

  @Test
  void what_has_no_filter_is_refused_with_a_sentence() {
    console.open("#/jobs");
    ask("queue:mail state:failed x_customer:c-002");
    assertThat(console.alert())
        .hasText(
            "Jobs have no state failed: it is waiting, due, overdue, retrying, held. Runs have no"
                + " filter x_customer: a property is one of jobs that wait.");
    ask("queue:mail color:red");
    assertThat(console.alert()).containsText("No list has the filter color. Jobs have queue,");
    ask("state:constructor");
    assertThat(console.alert()).containsText("Jobs have no state constructor");
    ask("since:noon");
    assertThat(console.alert()).containsText("since:noon is no time: write 02:00,");
    assertThat(page).hasURL(Pattern.compile("#/jobs$"));

    ask("order:4711");
    assertThat(page).hasURL(Pattern.compile("#/search\\?q=order%3A4711$"));
    console.awaitPage("Search: order:4711");
    console.search().fill("queue:mail");
    assertThat(proposals()).hasText(new String[] {"\"queue:mail\" search for this name"});
    console.search().press("ArrowDown");
    console.search().press("Enter");
    console.search().press("Enter");
    assertThat(page).hasURL(Pattern.compile("#/search\\?q=queue%3Amail$"));
  }

  /** Opens the palette, types, and takes the first proposal. */
  private void choose(String text, String first, String address) {
    assertThat(page.locator("header .freshness")).isVisible();
    openPalette();
    page.keyboard().type(text);
    assertThat(proposals().first()).hasText(first);
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(address));
    assertThat(page.locator(".palette")).hasCount(0);
  }

  private void openPalette() {
    page.keyboard().press("Control+k");
    assertThat(paletteInput()).isFocused();
  }

  private Locator paletteInput() {
    return console.dialog().getByRole(AriaRole.COMBOBOX);
  }

  private Locator proposals() {
    return page.locator(".proposals [role=option]");
  }

  private void ask(String query) {
    console.search().fill(query);
    console.search().press("Enter");
  }
}
