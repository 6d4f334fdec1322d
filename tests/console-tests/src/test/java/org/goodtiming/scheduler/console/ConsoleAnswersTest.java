package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The first card of a page answers the question that the state of its subject asks. */
class ConsoleAnswersTest extends StaticConsoleTest {

  private static final String FIRE_ID = "0a1b2c3d-0000-4000-8000-000000000001";

  private static final String NOT_DUE =
      """
      {"question": "not-run", "dueAt": "2100-01-01T00:00:00Z", "summary": "not dispatched: the schedule is paused",
       "causes": [
         {"code": "schedule-paused", "text": "the schedule is paused until it is resumed",
          "cure": {"text": "resume the schedule", "path": "schedules/a/nightly/resume", "role": "operator"}},
         {"code": "not-due", "text": "the job is due at 2100-01-01T00:00:00Z"},
         {"code": "shifted", "text": "the clocks go forward"}]}
      """;

  private static final String FAILED =
      """
      {"question": "failed", "dueAt": "2026-01-01T00:00:00Z", "summary": "failed: attempt 3 has ended as EXHAUSTED at worker w-1: TaxClient 503",
       "causes": [
         {"code": "exhausted", "text": "attempt 3 has ended as EXHAUSTED at worker w-1: TaxClient 503",
          "cure": {"text": "run it again", "path": "executions/0a1b2c3d-0000-4000-8000-000000000001/run-again", "role": "operator"}},
         {"code": "in-quarantine", "text": "the job is in quarantine row 7: SCHED-0201 TaxClient 503",
          "cure": {"text": "resubmit the row", "path": "quarantine/7/resubmit", "role": "operator"}},
         {"code": "backlog", "text": "dispatch reached the job PT5M after its due time"}]}
      """;

  @Test
  void of_a_failed_run_why_it_failed() {
    answers.put("executions/" + FIRE_ID, run(1, "EXHAUSTED"));
    answers.put(
        "executions/" + FIRE_ID + "/transitions",
        "{\"transitions\": [{\"to\": \"DISPATCHED\", \"at\": \"2026-01-01T00:00:00Z\", \"node\": \"node-1\"}]}");
    answers.put("executions/" + FIRE_ID + "/explanation", FAILED);
    answers.put("executions/" + FIRE_ID + "/result", "{}");
    answers.put("POST executions/" + FIRE_ID + "/run-again", "{\"fireId\": \"" + FIRE_ID + "\"}");
    console.open("#/runs/" + FIRE_ID);

    Locator card = firstCard("Why did it fail?");
    assertThat(card.locator("pre")).hasText("TaxClient 503");
    assertThat(card).containsText("Attempt3");
    assertThat(card).containsText("Workerw-1");
    assertThat(console.main()).containsText("Dispatched bynode-1");
    assertThat(card.locator("a[href='#/quarantine/7']")).isVisible();
    assertThat(console.button("Resubmit the row")).isVisible();
    assertThat(console.main().getByText("TaxClient 503").filter(exactly("TaxClient 503")))
        .hasCount(1);
    console.button("Run again").click();
    console.confirm();
    assertThat(console.notices()).containsText("A new run begins");
  }

  @Test
  void of_a_schedule_its_health() {
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("jobs/a/nightly", job("nightly", ", \"recurs\": true"));
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"years:1\", \"meaning\": \"each year\", \"occurrences\": []}");
    answers.put("schedules/a/nightly/explanation", NOT_DUE);
    answers.put("schedules/a/nightly", schedule(true).replace("active", "paused"));
    answers.put("schedules/a/nightly/executions", "{\"executions\": []}");
    console.open("#/schedules/a/nightly");
    assertThat(console.main()).containsText("The schedule is paused until it is resumed.");
    assertThat(console.button("Resume")).hasCount(1);
    assertThat(console.button("Resume the schedule")).hasCount(0);
    answers.put("schedules/a/nightly", schedule(true));

    assertHealth(
        "failing 3 of 3 failed since 2026-01-01 01:00:00. Why did it fail?",
        "RUNNING",
        "ERROR",
        "EXHAUSTED",
        "ERROR");
    assertHealth(
        "failing 2 of 3 failed, and every run since 2026-01-01 01:03:00. Why did it fail?",
        "ERROR",
        "FINISHED",
        "ERROR");
    assertHealth(
        "healthy 1 of 2 failed; the latest run finished", "FINISHED", "ERROR", "CANCELLED");
    assertHealth("healthy 0 of 1 failed", "FINISHED");
    assertHealth("No run has ended yet.", "RUNNING");
    answers.put("schedules/a/nightly", schedule(false));
    assertHealth("it is not tracked");
  }

  @Test
  void of_what_is_not_due_when_it_will_run_and_what_keeps_it_from_that() {
    answers.put("jobs/a/nightly", job("nightly", ", \"fireId\": \"f\""));
    answers.put("jobs/a/nightly/explanation", NOT_DUE);
    console.open("#/jobs/a/nightly");

    Locator card = firstCard("When will it run?");
    assertThat(card)
        .containsText(
            Pattern.compile(
                "paused until it is resumed[^D]*Due 2100-01-01 .*, in .*, unless it is paused then"));
    assertThat(card.locator("li")).hasCount(2);
    assertThat(card.locator("li").first())
        .containsText("The schedule is paused until it is resumed. schedule-paused");
    assertThat(console.button("Resume the schedule")).isVisible();
    assertThat(card.locator(".badge")).hasCount(0);
    assertThat(console.main()).containsText("The job is not tracked");
  }

  @Test
  void of_jobs_after_jobs_which_come_before_and_which_after() {
    answers.put(
        "jobs/a/nightly",
        job(
            "nightly",
            """
            , "parents": [{"queue": "a", "jobId": "x/1", "state": "FINISHED"}, {"queue": "b", "jobId": "2"}], "parentCount": 2,
            "children": [{"queue": "b", "jobId": "3"}], "childCount": 1000\
            """));
    answers.put("jobs/a/nightly/explanation", NOT_DUE);
    console.open("#/jobs/a/nightly");

    Locator parents = page.locator("section.card", having("Waits for the ends of (2)"));
    assertThat(parents.locator("li")).hasText(new String[] {"a/x/1 FINISHED", "b/2"});
    assertThat(parents.locator("a").nth(1)).hasAttribute("href", "#/jobs/b/2");
    assertThat(page.locator("section.card", having("Jobs after it (1000)"))).containsText("b/3");
  }

  private static Page.LocatorOptions having(String heading) {
    return new Page.LocatorOptions().setHasText(heading);
  }

  @Test
  void of_a_job_that_has_gone_without_a_history_what_became_of_it() {
    expectRefusal(404, "/jobs/a/4711");
    answers.put("jobs/a/4711", "{\"code\": \"SCHED-0903\", \"status\": 404}");
    answers.put(
        "jobs/a/4711/explanation",
        "{\"question\": \"ended\", \"summary\": \"the job was cancelled\", \"causes\": [{\"code\": \"cancelled\", \"text\": \"the job was cancelled\"}]}");
    console.open("#/jobs/a/4711");

    assertThat(firstCard("Why has it ended?")).containsText("The job was cancelled.");
    assertThat(console.main()).containsText("of queue a");
    assertThat(console.main()).containsText("The job is not tracked");
    assertThat(console.button("Cancel")).hasCount(0);
  }

  private void assertHealth(String text, String... states) {
    List<String> runs = IntStream.range(0, states.length).mapToObj(i -> run(i, states[i])).toList();
    answers.put(
        "schedules/a/nightly/executions",
        "{\"executions\": [%s]}".formatted(String.join(",", runs)));
    console.open("#/schedules");
    console.open("#/schedules/a/nightly");
    assertThat(firstCard("Health").locator("p")).containsText(text);
  }

  private Locator firstCard(String title) {
    Locator card = console.main().locator("section.card").first();
    assertThat(card.locator("h2")).hasText(title);
    return card;
  }

  private static Locator.FilterOptions exactly(String text) {
    return new Locator.FilterOptions().setHasText(Pattern.compile("^" + text + "$"));
  }

  /** The newest first: each has ended a minute before the last one. */
  private static String run(int age, String state) {
    return """
        {"fireId": "%s", "queue": "a", "jobId": "nightly", "state": "%s", "attempt": 3, "worker": "w-1", "message": "TaxClient 503",
         "dueAt": "2026-01-01T00:00:00Z", "endedAt": "2026-01-01T00:%02d:00Z"}
        """
        .formatted(FIRE_ID.replaceFirst("1$", Integer.toString(age + 1)), state, 3 - age);
  }

  private static String schedule(boolean tracked) {
    return """
        {"queue": "a", "jobId": "nightly", "state": "active", "recurrence": "years:1", "misfire": "fire-once", "overlap": "allow", "tracked": %s,
         "runs": 3, "successes": 0, "failures": 3, "nextPlannedAt": "2100-01-01T00:00:00Z", "registeredAt": "2026-01-01T00:00:00Z", "registeredBy": "jane"}
        """
        .formatted(tracked);
  }
}
