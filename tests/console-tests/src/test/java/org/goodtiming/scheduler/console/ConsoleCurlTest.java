package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What <em>Copy as curl</em> copies does in a shell what the console does. */
class ConsoleCurlTest extends StaticConsoleTest {

  private static final String ID = "4711's {1..2} $HOME";
  private static final String PATH = "jobs/a/base64url:NDcxMSdzIHsxLi4yfSAkSE9NRQ";
  private static final String NOT_DUE =
      "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}";

  @BeforeEach
  void a_job_of_a_user_with_a_name_of_two_words() {
    answers.put("session", answers.get("session").replace("jane", "jane o'neill"));
    answers.put("jobs", jobs(job("4711", ""), job("4712", "")));
    answers.put(PATH, job(ID, ""));
    answers.put(PATH + "/explanation", NOT_DUE);
    answers.put("DELETE " + PATH, "{}");
    answers.put("POST " + PATH + "/reschedule", "{}");
    answers.put("DELETE jobs/a/4711", "{}");
    answers.put("DELETE jobs/a/4712", "{}");
    tags.put(PATH, "\"job-7\"");
  }

  @Test
  void an_action_is_copied_with_its_condition() throws Exception {
    console.open(Console.jobRoute("a", ID));
    console.button("Cancel").click();
    assertCopied();
    console.confirm();
    assertThat(console.notices()).containsText("The job is cancelled");
    assertSame(1);
  }

  @Test
  void a_form_is_copied_as_it_would_be_sent_and_is_not_sent() throws Exception {
    console.open(Console.jobRoute("a", ID));
    console.button("Reschedule …").click();
    console.field("dueAt").fill("");
    console.button("Copy as curl").click();
    assertThat(console.dialog().locator(":invalid[name]")).isFocused();
    console.field("dueAt").fill("2099-12-31T12:00");
    assertCopied();
    assertThat(sent).isEmpty();
    console.confirmForm();
    assertSame(1);
  }

  @Test
  void a_form_that_is_refused_before_it_is_sent_is_not_copied() {
    answers.put("definitions", "{\"definitions\": []}");
    console.open("#/definitions");
    console.button("New definition …").click();
    console.field("name").fill("check");
    console.field("properties").fill("x");
    console.button("Copy as curl").click();
    assertThat(console.dialogAlert()).containsText("Properties must be JSON");
    assertThat(sent).isEmpty();
  }

  @Test
  void a_new_schedule_is_copied_from_the_form_of_the_page() throws Exception {
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("calendars", "{\"calendars\": []}");
    answers.put("definitions", "{\"definitions\": []}");
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"@daily\", \"meaning\": \"\", \"occurrences\": []}");
    answers.put("POST jobs", "{\"code\": \"SCHED-0902\", \"detail\": \"exists\"}");
    expectRefusal(409, "/jobs");
    console.open("#/schedules");
    console.button("New schedule …").click();
    page.locator("[name=jobId]").fill("nightly");
    page.locator("[name=recurrence]").fill("@daily");
    page.locator("[name=body]").fill("It's \"$1\"\n`date` \\ @file");
    assertCopied();
    console.button("Create").click();
    assertThat(console.alert()).containsText("exists");
    assertSame(1);
  }

  @Test
  void the_change_of_a_paused_schedule_is_copied_with_the_pause_after_it() throws Exception {
    String schedule =
        """
        {"queue": "a", "jobId": "nightly", "state": "paused", "pausedUntil": "2100-01-01T00:00:00Z", "recurrence": "@daily", "misfire": "skip", "overlap": "allow",
         "runs": 3, "registeredAt": "2026-01-01T00:00:00Z", "registeredBy": "jane", "registration": {"recurrence": "@daily"}}
        """;
    for (String path : List.of("schedules/a/nightly", "POST schedules/a/nightly/pause")) {
      answers.put(path, schedule);
    }
    answers.put("schedules/a/nightly/explanation", NOT_DUE);
    answers.put("schedules/a/nightly/executions", "{\"executions\": []}");
    answers.put("jobs/a/nightly", job("nightly", ", \"recurs\": true"));
    answers.put("PUT jobs/a/nightly", "{}");
    answers.put("calendars", "{\"calendars\": []}");
    answers.put("definitions", "{\"definitions\": []}");
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"@daily\", \"meaning\": \"\", \"occurrences\": []}");
    tags.put("jobs/a/nightly", "\"job-7\"");
    console.open("#/schedules/a/nightly");
    console.button("Change …").click();
    assertCopied();
    console.button("Save").click();
    assertThat(console.notices()).containsText("Change: done");
    assertThat(List.copyOf(site.received.keySet())).isEqualTo(requests).hasSize(2);
  }

  @Test
  void a_mended_row_is_copied_with_its_resubmission() throws Exception {
    String row =
        "{\"id\": 7, \"stage\": \"registration\", \"code\": \"refused\", \"reason\": \"no such"
            + " queue\", \"queue\": \"c\", \"properties\": {}, \"body\": \"\"}";
    for (String path :
        List.of("quarantine/7", "PATCH quarantine/7", "POST quarantine/7/resubmit")) {
      answers.put(path, row);
    }
    tags.put("quarantine/7", "\"row-7\"");
    console.open("#/quarantine/7");
    console.button("Mend …").click();
    console.field("queue").fill("a");
    assertCopied();
    console.confirmForm();
    assertThat(List.copyOf(site.received.keySet())).isEqualTo(requests).hasSize(2);
  }

  @Test
  void what_is_created_replaces_nothing_that_others_have_created_meanwhile() throws Exception {
    answers.put("definitions", "{\"definitions\": []}");
    answers.put("calendars", "{\"calendars\": []}");
    answers.put("webhooks", "{\"webhooks\": []}");
    answers.put("dispatch", "{\"pauses\": []}");
    answers.put("statistics", "{\"queues\": [], \"points\": []}");
    Map<String, String> fields =
        Map.of("excludes", "weekly:SAT", "url", "https://chat.example.org", "retry", "PT1M");
    Map<String, String> buttons =
        Map.of(
            "definitions", "New definition …",
            "calendars", "New calendar …",
            "webhooks", "New webhook …",
            "queues", "Add a queue …");
    for (var each : buttons.entrySet()) {
      console.open("#/" + each.getKey());
      console.button(each.getValue()).click();
      console.field("name").fill("fresh");
      for (var field : fields.entrySet()) {
        if (console.field(field.getKey()).count() > 0) {
          console.field(field.getKey()).fill(field.getValue());
        }
      }
      assertCopied();
      page.reload();
    }
    assertThat(site.received.keySet())
        .hasSize(4)
        .allSatisfy(
            request -> {
              assertThat(request.method()).isEqualTo("PUT");
              assertThat(request.headers()).containsEntry("if-none-match", "*");
            });
  }

  @Test
  void selected_rows_are_one_command() throws Exception {
    console.open("#/jobs?queue=a");
    page.getByLabel("Select all rows of this page").check();
    console.button("Cancel").click();
    assertCopied();
    console.confirm();
    assertThat(console.notices()).containsText("Cancelled: 2 jobs");
    assertSame(2);
  }

  @Test
  void a_batch_operation_that_is_copied_and_begun_begins_once() throws Exception {
    answers.put(
        "POST batch-operations",
        "{\"id\": 7, \"counted\": 2, \"samples\": [{\"queue\": \"a\", \"jobId\": \"4711\"}]}");
    answers.put(
        "batch-operations/7",
        "{\"id\": 7, \"operation\": \"hold\", \"state\": \"finished\", \"counted\": 2,"
            + " \"requestedAt\": \"2026-01-01T00:00:00Z\"}");
    console.open("#/jobs?queue=a");
    console.actOnAllThatMatch("Hold");
    assertCopied();
    requests.clear();
    console.confirm();
    assertThat(page).hasURL(Pattern.compile("#/batches/7"));
    assertSame(1);
    assertThat(requests.get(0).headers()).containsKey("idempotency-key");
  }

  @Test
  void the_command_of_an_empty_list_makes_a_row_of_it() throws Exception {
    answers.put("jobs", jobs());
    console.open("#/jobs");
    run(console.main().locator(".empty pre").textContent());
    assertThat(site.received)
        .containsOnly(
            entry(
                new Sent(
                    "POST",
                    "/api/v1/jobs",
                    "{\"queue\":\"order-check\",\"jobId\":\"4711\",\"delay\":\"PT30M\"}",
                    Map.of("content-type", "application/json")),
                "jane o'neill:secret"));
  }

  @Test
  void the_reads_of_a_page_are_one_command() throws Exception {
    console.open("#/jobs?queue=a&prefix=4711%27");
    assertThat(console.row("4711")).isVisible();
    holding = "jobs.*";
    page.waitForCondition(() -> !held.isEmpty());
    page.locator("header details > summary").click();
    console.button("Copy as curl").click();
    run(console.dialog().locator("pre").textContent());
    assertThat(site.received.keySet())
        .extracting(Sent::target)
        .contains("/api/v1/worker-queues")
        .anyMatch(target -> target.contains("prefix=4711%27"));
    assertThat(site.received.values()).containsOnly("jane o'neill:secret");
  }

  /** Copies the command of the open form or question, and runs it. */
  private void assertCopied() throws Exception {
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text }");
    console.button("Copy as curl").click();
    page.waitForFunction("globalThis.copied");
    run(page.evaluate("globalThis.copied").toString());
  }

  /**
   * Pastes it into a shell without terminal, so that curl reads the password where a test writes
   * it.
   */
  private static void run(String command) throws Exception {
    Process shell =
        new ProcessBuilder("setsid", "bash", "-c", command).redirectErrorStream(true).start();
    try (var input = shell.outputWriter(UTF_8)) {
      input.write("secret\n");
    }
    String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(shell.exitValue()).as(output).isZero();
  }

  /** The server has received from the shell what the console has sent then. */
  private void assertSame(int count) {
    assertThat(requests).hasSize(count);
    assertThat(List.copyOf(site.received.keySet())).isEqualTo(requests);
    assertThat(site.received.values()).containsOnly("jane o'neill:secret");
  }
}
