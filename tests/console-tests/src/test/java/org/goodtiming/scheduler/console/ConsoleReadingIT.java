package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages of the audit and of the API. */
class ConsoleReadingIT extends ConsoleTest {

  private static final String HIDDEN =
      "Object.defineProperty(document, 'hidden', { configurable: true, value: %s });"
          + " document.dispatchEvent(new Event('visibilitychange'))";

  @BeforeEach
  void one_job() {
    stack.clear();
    register("4711");
  }

  @Test
  void a_change_is_found_by_its_subject_and_shows_before_and_after() {
    done(rest.post("/jobs/" + QUEUE + "/4711/hold", null));
    open("#/audit?subject=" + QUEUE + "/4711", "Audit");

    console
        .row("hold job")
        .first()
        .getByText("Before and after", new Locator.GetByTextOptions().setExact(true))
        .click();

    assertThat(console.dialog()).containsText(QUEUE + "/4711");
    Locator held =
        console.dialog().locator("tr").filter(new FilterOptions().setHasText("held")).first();
    assertThat(held.locator("del")).hasText("false");
    assertThat(held.locator("ins")).hasText("true");
    console.closeDialog();
  }

  @Test
  void a_page_reads_again_what_has_changed_and_nothing_while_it_is_hidden() {
    Page page = browser.page();
    List<Integer> answers = new ArrayList<>();
    page.onResponse(
        answer -> {
          if (answer.url().contains("/api/v1/jobs?queue=")) {
            answers.add(answer.status());
          }
        });
    page.clock().install();
    open("#/jobs?queue=" + QUEUE, "Jobs");
    page.waitForCondition(() -> answers.size() > 1);
    assertThat(answers).startsWith(200, 304);

    page.evaluate(HIDDEN.formatted(true));
    int before = answers.size();
    page.clock().fastForward(60_000);
    page.evaluate(HIDDEN.formatted(false));
    page.waitForCondition(() -> answers.size() > before);
    assertThat(answers).hasSize(before + 1);
  }

  @Test
  void the_title_of_a_hidden_overview_counts_the_problems() {
    Page page = browser.page();
    page.clock().install();
    open("#/", "Overview");
    assertThat(page).hasTitle("Overview · Good Timing");

    page.evaluate(HIDDEN.formatted(true));
    quarantine("no.such.queue", "4711");
    page.clock().runFor(30_000);

    assertThat(page).hasTitle("(1) Overview · Good Timing");
  }

  @Nightly
  @Test
  void a_request_of_the_document_is_tried() {
    browser.faults().expectAnswer(404, "/jobs/" + QUEUE + "/4712");
    open("#/api", "API");
    Locator operation =
        console
            .main()
            .locator("details")
            .filter(having("code", "/jobs/\\{queue}/\\{jobId}"))
            .filter(having(".method", "GET"));
    operation.locator("summary").first().click();

    operation.locator("[name=queue]").fill(QUEUE);
    operation.locator("[name=jobId]").fill("4711");
    operation.locator("button[type=submit]").click();
    assertThat(operation).containsText("200 in ");
    assertThat(operation).containsText("\"jobId\": \"4711\"");

    operation.locator("[name=jobId]").fill("4712");
    operation.locator("button[type=submit]").click();
    assertThat(operation).containsText("SCHED-0903");
  }

  /** An element that has another one, of which this is the whole text. */
  private FilterOptions having(String selector, String text) {
    Pattern whole = Pattern.compile("^\\s*" + text + "\\s*$");
    return new FilterOptions()
        .setHas(browser.page().locator(selector, new Page.LocatorOptions().setHasText(whole)));
  }
}
