package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Job batches: their list, the page of one, and what is done with all of its members. */
class ConsoleJobBatchesTest extends StaticConsoleTest {

  private static final String LONG = "import/of all articles " + "of-region-north-west".repeat(20);

  private static final String RUN = "11111111-1111-1111-1111-111111111111";

  private static final String NOT_DUE =
      "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}";

  private static final String FAILED =
      batch(
          "import-4711",
          "FAILED",
          "\"size\": 1000, \"total\": 1000, \"waiting\": 0, \"running\": 0, \"finished\": 996, \"failed\": 3, \"cancelled\": 1, \"missing\": 0",
          ", \"closedAt\": \"2026-01-01T00:00:01Z\", \"failedAt\": \"2026-01-01T00:00:09Z\", \"endedAt\": \"2026-01-01T00:10:00Z\"");

  @Test
  void the_list_tells_how_far_each_batch_has_come() {
    answers.put("job-batches", "{\"jobBatches\": []}");
    console.open("#/job-batches");
    assertThat(console.main()).containsText("No job batch yet");

    answers.put(
        "job-batches",
        "{\"next\": \"7\", \"jobBatches\": [%s, %s, %s]}"
            .formatted(
                batch(
                    LONG,
                    "OPEN",
                    "\"total\": 12, \"waiting\": 12, \"running\": 0, \"finished\": 0, \"failed\": 0, \"cancelled\": 0, \"missing\": 0",
                    ""),
                batch(
                    "half",
                    "CLOSED",
                    "\"size\": 200, \"total\": 150, \"waiting\": 40, \"running\": 10, \"finished\": 99, \"failed\": 1, \"cancelled\": 0, \"missing\": 0",
                    ", \"message\": \"SCHED-0859 50 of 200 members were not registered in time\""),
                FAILED));
    Locator half = console.row("half");
    assertThat(half).containsText("100 of 200");
    assertThat(half.locator("progress")).hasJSProperty("position", 0.5);
    assertThat(console.row("SCHED-0859 50 of 200")).isVisible();
    assertThat(console.row("of all articles")).containsText("0 of 12 so far");
    assertThat(console.row("import-4711").locator(".badge.bad")).hasText("FAILED");
    assertThat(console.link("Next page")).isVisible();
    assertThat(Accessibility.violations(page)).isEmpty();

    answers.put("job-batches/import-4711", detail(FAILED, ""));
    page.keyboard().press("j");
    page.keyboard().press("j");
    page.keyboard().press("j");
    page.keyboard().press("j");
    page.keyboard().press("Enter");
    console.awaitPage("Job batch import-4711");
  }

  @Test
  void the_page_of_a_batch_leads_to_its_members_and_to_the_jobs_after_it() {
    answers.put(
        "job-batches/import-4711",
        detail(
            FAILED,
            """
            {"queue": "report", "jobId": "4711", "onFailure": false},
            {"queue": "alarm", "jobId": "47/11", "onFailure": true, "parentState": "FAILED", "releasedAt": "2026-01-01T00:00:09Z"}
            """));
    console.open("#/job-batches/import-4711");
    console.awaitPage("Job batch import-4711");
    assertThat(console.main().locator("progress")).hasJSProperty("position", 1);
    assertThat(console.mainLink("report/4711")).hasAttribute("href", "#/jobs/report/4711");
    assertThat(console.mainLink("alarm/47/11")).hasAttribute("href", "#/jobs/alarm/47%2F11");
    assertThat(console.main().locator("li").filter(with("alarm")))
        .containsText("at the first failure when the batch was FAILED");
    assertThat(console.main().locator("li").filter(with("report")))
        .containsText("at its end waiting");
    assertThat(Accessibility.violations(page)).isEmpty();

    answers.put("executions", "{\"executions\": [], \"count\": 0}");
    page.waitForRequest(
        request ->
            request
                .url()
                .endsWith(
                    "executions?batch=import-4711&state=ERROR%2CEXHAUSTED%2CEXPIRED&sort=-submitted&limit=100&count=true"),
        () -> console.mainLink("Failed").click());
    assertThat(page.getByLabel("Job batch")).hasValue("import-4711");
    assertThat(page.getByLabel("State")).hasValue("ERROR,EXHAUSTED,EXPIRED");
  }

  @Test
  void failed_members_run_again_and_open_ones_are_cancelled_after_a_question() {
    answers.put("job-batches/import-4711", detail(FAILED, ""));
    answers.put(
        "POST batch-operations",
        "{\"id\": 7, \"counted\": 3, \"more\": false, \"samples\": [{\"queue\": \"a\", \"jobId\": \"row-17\"}]}");
    answers.put(
        "batch-operations/7",
        """
        {"id": 7, "operation": "run-again", "state": "finished", "runState": "ERROR,EXHAUSTED", "jobBatch": "import-4711", "counted": 3, "more": false,
         "done": 3, "refused": 0, "requestedBy": "jane", "requestedAt": "2026-01-01T00:00:00Z", "endedAt": "2026-01-01T00:10:00Z"}
        """);
    console.open("#/job-batches/import-4711");
    Locator cancel = console.button("Cancel all");
    assertThat(cancel).hasAttribute("aria-description", "No member waits or runs");
    console.button("Run failed again").click();
    assertThat(console.heading(2)).hasText("Run 3 members again?");
    assertThat(console.dialog()).containsText("job batch import-4711");
    assertThat(console.dialog()).containsText("a/row-17");
    console.confirm();
    console.awaitPage("Batch operation 7");
    assertThat(sent)
        .containsExactly(
            "POST batch-operations {\"operation\":\"run-again\",\"jobBatch\":\"import-4711\",\"dryRun\":true}",
            "POST batch-operations {\"operation\":\"run-again\",\"jobBatch\":\"import-4711\"}");
    assertThat(console.main()).containsText("job batch import-4711");
    assertThat(console.mainLink("What matches now"))
        .hasAttribute("href", "#/runs?state=ERROR%2CEXHAUSTED&batch=import-4711");

    answers.put(
        "job-batches/import-4711",
        detail(
            batch(
                "import-4711",
                "OPEN",
                "\"total\": 3, \"waiting\": 2, \"running\": 1, \"finished\": 0, \"failed\": 0, \"cancelled\": 0, \"missing\": 0",
                ""),
            ""));
    console.open("#/job-batches/import-4711");
    assertThat(console.button("Run failed again"))
        .hasAttribute("aria-description", "No member has failed");
    cancel.click();
    assertThat(console.heading(2)).hasText("Cancel 3 members?");
    assertThat(console.button("Keep them")).isFocused();
    console.confirm();
    console.awaitPage("Batch operation 7");
    assertThat(sent)
        .last()
        .isEqualTo(
            "POST batch-operations {\"operation\":\"cancel-runs\",\"jobBatch\":\"import-4711\"}");
  }

  @Test
  void members_and_the_jobs_that_wait_for_a_batch_lead_to_it() {
    answers.put(
        "jobs/a/row-17",
        """
        {"queue": "a", "jobId": "row-17", "waiting": false, "executions": [
          {"fireId": "11111111-1111-1111-1111-111111111111", "queue": "a", "jobId": "row-17", "state": "RUNNING", "attempt": 1, "batch": "import/4711"}]}
        """);
    answers.put("jobs/a/row-17/explanation", NOT_DUE);
    console.open("#/jobs/a/row-17");
    assertThat(console.mainLink("import/4711")).hasAttribute("href", "#/job-batches/import%2F4711");

    answers.put(
        "executions/11111111-1111-1111-1111-111111111111",
        """
        {"fireId": "11111111-1111-1111-1111-111111111111", "queue": "a", "jobId": "row-17", "state": "RUNNING", "attempt": 1, "batch": "import/4711"}
        """);
    answers.put(
        "executions/11111111-1111-1111-1111-111111111111/transitions", "{\"transitions\": []}");
    answers.put("executions/11111111-1111-1111-1111-111111111111/explanation", NOT_DUE);
    console.open("#/runs/11111111-1111-1111-1111-111111111111");
    assertThat(console.mainLink("import/4711")).hasAttribute("href", "#/job-batches/import%2F4711");

    answers.put(
        "jobs/a/alarm",
        job(
            "alarm",
            ", \"parentBatches\": [{\"batch\": \"import/4711\", \"onFailure\": true, \"state\": \"FAILED\"}]"));
    answers.put("jobs/a/alarm/explanation", NOT_DUE);
    console.open("#/jobs/a/alarm");
    Locator card =
        page.locator("section.card", new Page.LocatorOptions().setHasText("Waits for job batches"));
    assertThat(card.locator("li")).hasText("import/4711 its first failure FAILED");
    assertThat(card.locator("a")).hasAttribute("href", "#/job-batches/import%2F4711");
  }

  @Test
  void of_expired_runs_only_a_member_can_be_run_again() {
    String run = "executions/" + RUN;
    answers.put(run + "/transitions", "{\"transitions\": []}");
    answers.put(run + "/explanation", NOT_DUE);
    answers.put(run + "/result", "{}");
    answers.put(run, expired(""));
    console.open("#/runs/" + RUN);
    assertThat(console.button("Run again"))
        .hasAttribute(
            "aria-description", "An expired run cannot be run again: register the job anew");
    answers.put(run, expired(", \"batch\": \"import-4711\""));
    answers.put("POST " + run + "/run-again", "{\"fireId\": \"%s\"}".formatted(RUN));
    answers.put("job-batches", "{\"jobBatches\": []}");
    console.open("#/job-batches");
    console.awaitPage("Job batches");
    console.open("#/runs/" + RUN);
    console.button("Run again").click();
    console.confirm();
    assertThat(console.notices()).containsText("A new run begins");
    assertThat(sent).containsExactly("POST " + run + "/run-again");
  }

  private static String expired(String more) {
    return "{\"fireId\": \"%s\", \"queue\": \"a\", \"jobId\": \"row-17\", \"state\": \"EXPIRED\", \"attempt\": 1%s}"
        .formatted(RUN, more);
  }

  @Test
  void the_commands_find_a_batch_by_its_id() {
    answers.put("job-batches", "{\"jobBatches\": []}");
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("job-batches/import-4711", detail(FAILED, ""));
    answers.put(
        "search",
        "{\"query\": \"import\", \"complete\": true, \"found\": [{\"kind\": \"job-batch\", \"name\": \"import-4711\", \"matched\": \"name\", \"at\": \"2026-01-01T00:00:00Z\"}]}");
    console.open("#/job-batches");
    console.awaitPage("Job batches");
    page.keyboard().press("Control+k");
    page.locator("#palette").fill("import");
    page.locator("#palette-list").getByText("import-4711").click();
    console.awaitPage("Job batch import-4711");
    console.open("#/search?q=import");
    assertThat(console.mainLink("import-4711")).hasAttribute("href", "#/job-batches/import-4711");
  }

  @Test
  void a_viewer_has_no_actions() {
    answers.put("session", "{\"name\": \"jim\", \"role\": \"viewer\", \"roles\": [\"viewer\"]}");
    answers.put("job-batches/import-4711", detail(FAILED, ""));
    console.open("#/job-batches/import-4711");
    console.awaitPage("Job batch import-4711");
    assertThat(console.button("Cancel all")).hasCount(0);
  }

  @Test
  void list_and_page_fit_a_phone_with_long_ids() {
    String open =
        batch(
            LONG,
            "CLOSED",
            "\"size\": 1000000, \"total\": 1000000, \"waiting\": 999000, \"running\": 500, \"finished\": 500, \"failed\": 0, \"cancelled\": 0, \"missing\": 0",
            "");
    answers.put(
        "job-batches",
        "{\"jobBatches\": [%s]}"
            .formatted(
                IntStream.range(0, 60)
                    .mapToObj(number -> open.replace("import/", number + "-import/"))
                    .collect(Collectors.joining(","))));
    String id =
        "base64url:" + Base64.getUrlEncoder().withoutPadding().encodeToString(LONG.getBytes(UTF_8));
    answers.put(
        "job-batches/" + id,
        detail(
            open,
            "{\"queue\": \"report\", \"jobId\": \"%s\", \"onFailure\": false}".formatted(LONG)));
    Appearance.DARK_PHONE.applyTo(page);
    console.open("#/job-batches");
    assertThat(console.row("59-import")).isVisible();
    assertThat(console.overflow()).isZero();
    assertThat(Accessibility.violations(page)).isEmpty();
    console.open("#/job-batches/" + URLEncoder.encode(LONG, UTF_8).replace("+", "%20"));
    assertThat(console.heading()).hasText(Pattern.compile("^Job batch import/of"));
    assertThat(console.main()).containsText("500 of 1,000,000");
    assertThat(console.overflow()).isZero();
    assertThat(Accessibility.violations(page)).isEmpty();
  }

  private static String batch(String id, String state, String counts, String more) {
    return "{\"id\": \"%s\", \"number\": 1, \"state\": \"%s\", %s, \"registeredBy\": \"shop\", \"createdAt\": \"2026-01-01T00:00:00Z\"%s}"
        .formatted(id, state, counts, more);
  }

  private static String detail(String batch, String children) {
    return batch.replaceFirst("}$", ", \"children\": [%s]}".formatted(children));
  }

  private static Locator.FilterOptions with(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
