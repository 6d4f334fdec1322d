package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a job: what it shows, and what its actions do. */
class ConsoleJobIT extends ConsoleTest {

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_job_is_held_and_released() {
    register("4711");
    open(Console.jobRoute(QUEUE, "4711"), "4711");

    console.button("Hold").click();
    assertThat(console.button("Release")).isVisible();
    assertThat(stateOf("4711")).isEqualTo("held");

    console.button("Release").click();
    assertThat(console.button("Hold")).isVisible();
    assertThat(stateOf("4711")).isEqualTo("waiting");
  }

  @Test
  void a_job_is_cancelled_only_after_a_question_that_names_it() {
    register("4711");
    open(Console.jobRoute(QUEUE, "4711"), "4711");

    console.button("Cancel").click();
    assertThat(console.dialog()).containsText("4711");
    assertThat(stateOf("4711")).isEqualTo("waiting");
    browser.faults().expectAnswer(404, "");
    console.dialog().locator("button[type=submit]").click();

    assertThat(console.main()).containsText("no longer waiting");
    assertThat(rest.get("/jobs/" + QUEUE + "/4711").status()).isEqualTo(404);
  }

  @Test
  void a_job_is_rescheduled_and_run_now() {
    register("4711");
    open(Console.jobRoute(QUEUE, "4711"), "4711");

    console.button("Reschedule …").click();
    // The browser is in Berlin
    console.field("dueAt").fill("2099-12-31T12:00");
    console.confirmForm();
    assertThat(console.main()).containsText("2099-12-31 12:00:00");
    String job = "/jobs/" + QUEUE + "/4711";
    assertThat(read(job).getString("dueAt")).isEqualTo("2099-12-31T11:00:00Z");

    browser.faults().expectAnswer(404, "");
    console.button("Run now").click();
    console.confirm();
    await().until(() -> isGone(job));
    assertThat(console.main()).containsText("no longer waiting");
    assertThat(console.main()).containsText("the payload");
    assertThat(console.button("Run now")).hasCount(0);
  }

  @Test
  void a_job_gets_a_retry_policy_of_its_own_and_loses_it() {
    register("4711");
    String job = "/jobs/" + QUEUE + "/4711";
    open(Console.jobRoute(QUEUE, "4711"), "4711");
    assertThat(console.main()).containsText("as its queue says");

    console.button("Settings …").click();
    console.field("retry").fill("PT1M,PT10M");
    console.confirmForm();
    assertThat(console.main()).containsText("after 1 min, then 10 min");
    assertThat(read(job).getString("retry")).isEqualTo("PT1M,PT10M");

    console.button("Settings …").click();
    console.field("retry").fill("");
    console.confirmForm();
    await().until(() -> !read(job).containsKey("retry"));
  }

  /** What an id may do to a page: markup, reversed text, control characters, its length. */
  @Nightly
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<img src=x onerror=alert(1)>",
        "${7*7}<script>alert(1)</script>",
        "a\u202e4711\u202c b\u200f",
        "tab\tbell\u0007escape\u001b[31m",
        "a/../b;c=d?e#f%20g\\h\"'"
      })
  void a_hostile_job_id_is_shown_as_text(String jobId) {
    register(jobId);
    open("#/jobs?queue=" + QUEUE, "Jobs");
    Locator row = console.main().locator("tbody tr");
    assertThat(row).hasCount(1);

    row.locator("a").click();

    assertThat(console.button("Hold")).isVisible();
    assertThat(console.heading().textContent()).isEqualTo(shown(jobId));
    assertThat(console.main().locator("script, img")).hasCount(0);
  }

  @Nightly
  @Test
  void a_very_long_job_id_breaks_no_layout() {
    String jobId = "x".repeat(200) + " " + "y".repeat(49);
    register(jobId);
    Appearance.LIGHT_PHONE.applyTo(browser.page());
    open(Console.jobRoute(QUEUE, jobId), jobId);

    Object beyond =
        browser.page().evaluate("document.documentElement.scrollWidth - window.innerWidth");
    assertThat(((Number) beyond).intValue()).isNotPositive();
  }

  /** Control characters and marks of direction appear as their code points. */
  private static String shown(String jobId) {
    StringBuilder shown = new StringBuilder();
    jobId
        .chars()
        .forEach(
            each -> {
              boolean invisible =
                  Character.isISOControl(each) && each != '\t' && each != '\n'
                      || Character.getType(each) == Character.FORMAT;
              shown.append(invisible ? "\\u%04x".formatted(each) : Character.toString(each));
            });
    return shown.toString();
  }
}
