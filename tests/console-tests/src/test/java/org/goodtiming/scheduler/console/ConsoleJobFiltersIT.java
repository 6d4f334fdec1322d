package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Locator.GetByLabelOptions;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.RestClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Filters and order of lists of jobs and runs, which are kept in their addresses. */
class ConsoleJobFiltersIT extends ConsoleTest {

  private static final String RANGE =
      "&dueFrom=2099-12-31T00:00:00Z&dueBefore=2100-01-02T00:00:00Z";

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Nightly
  @Test
  void jobs_are_found_by_the_login_that_registered_them() {
    register("of the administrator");
    String password = createUser("submitter");
    done(rest.put("/grants/c-submitter/" + QUEUE, ""));
    RestClient submitter = new RestClient(node, "c-submitter", password);
    done(submitter.post("/jobs", job("of the shop", "")));
    open("#/jobs", "Jobs");

    filter("Registered by", "c-submitter");
    assertFound("of the shop");
    assertThat(browser.page().url()).endsWith("#/jobs?registeredBy=c-submitter");

    filter("Registered by", "c-nobody");
    assertThat(console.main()).containsText("No job waits that matches.");
    console.button("Clear").click();
    assertThat(rows()).hasCount(2);
  }

  @Nightly
  @Test
  void jobs_are_found_by_group_and_content_type() {
    done(rest.post("/jobs", job("1", ", \"group\": \"berlin\", \"contentType\": \"text/csv\"")));
    done(rest.post("/jobs", job("2", ", \"group\": \"berlin\", \"contentType\": \"text/xml\"")));
    done(rest.post("/jobs", job("3", ", \"group\": \"bonn\", \"contentType\": \"text/csv\"")));
    open("#/jobs", "Jobs");

    filter("Group", "berlin");
    assertFound("1", "2");
    filter("Content type", "text/csv");
    assertFound("1");
    filter("Group", "");
    assertFound("1", "3");
  }

  @Test
  void frequent_filters_have_the_number_of_their_jobs() {
    register("1");
    register("2");
    done(rest.post("/jobs/" + QUEUE + "/2/hold", null));
    open("#/jobs", "Jobs");

    assertThat(console.link("All 2")).hasAttribute("aria-current", "true");
    console.link("Held 1").click();
    assertFound("2");
  }

  @Test
  void frequent_filters_are_counted_again_after_an_action() {
    register("first");
    register("second");
    open("#/jobs", "Jobs");
    assertThat(console.link("Held 0")).isVisible();

    console.select("second");
    console.button("Hold").click();
    console.confirm();

    assertThat(console.link("Held 1")).isVisible();
  }

  @Test
  void jobs_are_found_by_a_property_within_a_queue_and_a_range_of_due_times() {
    done(rest.post("/jobs", job("1", ", \"properties\": {\"x_customer\": 4711}")));
    done(rest.post("/jobs", job("2", ", \"properties\": {\"x_customer\": 4712}")));
    open("#/jobs", "Jobs");

    filter("Property", "x_customer:4711");
    assertThat(console.main()).containsText("add a queue and a due time");
    assertThat(rows()).hasCount(0);
    filters().getByLabel("Queue").selectOption(QUEUE);
    filter("Due from", "2099-12-31T00:00");
    assertFound("1");
  }

  @Nightly
  @Test
  void a_search_that_ended_at_its_limit_says_so_and_goes_on() {
    stack.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'test.registration', 'other-' || i, '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp() FROM generate_series(1, 10000) i
        """);
    done(rest.post("/jobs", job("last", ", \"properties\": {\"x_customer\": 4711}")));

    open("#/jobs?queue=" + QUEUE + RANGE + "&property=x_customer:4711", "Jobs");

    assertThat(console.main()).containsText("The search ended after 10,000 jobs.");
    assertThat(rows()).hasCount(0);
    console.link("Next page").click();
    assertFound("last");
    assertThat(console.main()).not().containsText("The search ended");
  }

  @Test
  void jobs_are_sorted_and_the_address_keeps_the_order() {
    done(rest.post("/jobs", job("1", "")));
    done(rest.post("/jobs", job("2", "")));
    open("#/jobs?queue=" + QUEUE, "Jobs");
    assertFound("1", "2");

    title("Due").click();
    assertFound("2", "1");
    browser.page().reload();
    assertFound("2", "1");
    title("Job").click();
    assertFound("1", "2");
    assertThat(browser.page()).hasURL(Pattern.compile("sort=jobId"));

    filters().getByLabel("State").selectOption("waiting");
    assertFound("1", "2");
    assertThat(console.main().locator("th[aria-sort=ascending]")).containsText("Due");
  }

  @Test
  void the_longest_runs_are_the_first_if_wanted() {
    registerTracked("short");
    registerTracked("long");
    done(rest.delete("/jobs/" + QUEUE + "/short"));
    done(rest.delete("/jobs/" + QUEUE + "/long"));
    stack.execute(
        "UPDATE scheduler.execution SET started_at = ended_at - CASE job_id WHEN 'long' THEN interval '5 s' ELSE interval '2 s' END");
    open("#/runs", "Runs");

    assertThat(console.main().locator("th[aria-sort=descending]")).containsText("Ended");
    title("Run").click();
    assertFound("long", "short");
    title("Run").click();
    assertFound("short", "long");
    title("Took").click();
    assertFound("long", "short");
    assertThat(console.main().locator("th[aria-sort=descending]")).containsText("Took");
  }

  private static String job(String jobId, String further) {
    return "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"%s\"%s}"
        .formatted(QUEUE, jobId, FAR, further);
  }

  /** The link in the title of a column. */
  private Locator title(String text) {
    return console.main().locator("th .sort").filter(new FilterOptions().setHasText(text));
  }

  private Locator filters() {
    return console.main().locator("form.filters");
  }

  private static GetByLabelOptions exact() {
    return new GetByLabelOptions().setExact(true);
  }

  private void filter(String label, String value) {
    Locator field = filters().getByLabel(label, exact());
    if (!field.isVisible()) {
      filters().getByText("More filters").click();
    }
    field.fill(value);
    field.press("Enter");
  }

  private Locator rows() {
    return console.main().locator("tbody tr[data-href]");
  }

  private void assertFound(String... jobIds) {
    assertThat(rows()).containsText(jobIds);
    assertThat(rows()).hasCount(jobIds.length);
  }
}
