package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console asks before an action, what it spares, and what it says afterwards. */
class ConsoleQuestionsTest extends StaticConsoleTest {

  private static final String RECURS = ", \"recurs\": true";
  private static final String NOT_DUE =
      "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}";
  private static final String SCHEDULE =
      """
      {"queue": "a", "jobId": "nightly", "state": "active", "recurrence": "years:1", "misfire": "fire-once", "overlap": "allow",
       "runs": 3, "nextPlannedAt": "2100-01-01T00:00:00Z", "registeredAt": "2026-01-01T00:00:00Z", "registeredBy": "jane"}
      """;

  @BeforeEach
  void two_jobs_and_a_schedule() {
    answers.put("jobs", jobs(job("4711", ""), job("4712", ""), job("nightly", RECURS)));
    answers.put("jobs/a/nightly", job("nightly", RECURS));
    answers.put("jobs/a/nightly/explanation", NOT_DUE);
    answers.put("schedules/a/nightly", SCHEDULE);
    answers.put("DELETE jobs/a/4711", "{\"status\": \"cancelled\"}");
    answers.put(
        "DELETE jobs/a/4712",
        "{\"code\": \"SCHED-0657\", \"detail\": \"it is the next run of a schedule\"}");
    answers.put(
        "DELETE schedules/a/nightly", "{\"status\": \"cancelled\", \"endedSchedule\": true}");
    answers.put("POST schedules/a/nightly/skip", SCHEDULE);
  }

  @Test
  void the_next_run_of_a_schedule_is_marked_and_spared_unless_that_is_ticked() {
    expectRefusal(409, "/jobs/a/4712");
    console.open("#/jobs?queue=a");
    assertThat(console.row("nightly").locator("a.badge"))
        .hasAttribute("href", "#/schedules/a/nightly");
    assertThat(console.row("4711").locator("a.badge")).hasCount(0);

    selectAll();
    assertDisabled(console.button("Release"), "not held");
    console.button("Cancel").click();
    assertThat(console.heading(2)).hasText("Cancel 2 jobs?");
    assertThat(console.dialog()).containsText("next run of a schedule");
    assertThat(console.dialog()).containsText("a/nightly");
    assertThat(console.button("Keep them")).isFocused();
    console.confirm();
    assertThat(console.dialog()).containsText("Cancelled: 1 of 2");
    assertThat(console.dialog())
        .containsText("a/4712: SCHED-0657 it is the next run of a schedule");
    console.closeDialog();
    assertThat(sent)
        .containsExactly(
            "DELETE jobs/a/4711?schedules=false", "DELETE jobs/a/4712?schedules=false");

    answers.put("DELETE jobs/a/4712", "{\"status\": \"cancelled\"}");
    selectAll();
    console.button("Cancel").click();
    console.field("schedules").check();
    assertThat(console.heading(2)).hasText("Cancel 2 jobs and end 1 schedule?");
    console.confirm();
    assertThat(console.notices()).containsText("Cancelled: 3 jobs");
    assertThat(sent).endsWith("DELETE schedules/a/nightly");
  }

  @Test
  void a_leader_steps_down_after_a_question_and_the_page_shows_the_next_one() {
    String node = "{\"name\": \"%s\", \"live\": true, \"dispatches\": true, \"registers\": true}";
    answers.put(
        "nodes",
        "{\"nodes\": [%s, %s]}".formatted(node.formatted("node-1"), node.formatted("node-2")));
    leadsInEpoch("node-1", 3);
    answers.put("POST leases/default/step-down", "{}");
    console.open("#/cluster");
    console.row("default").locator("button:has-text('Step down')").click();
    assertThat(console.heading(2)).hasText("node-1 steps down?");
    assertThat(console.dialog())
        .containsText("with 2 worker queues. Another node leads at its next tick.");
    leadsInEpoch("node-2", 4);
    console.confirm();
    assertThat(console.notices()).containsText("node-1 has released the lease");
    assertThat(console.main().locator(".timeline")).containsText("node-2 epoch 4");
    assertThat(sent).containsExactly("POST leases/default/step-down");
  }

  private void leadsInEpoch(String node, int epoch) {
    answers.put(
        "leases",
        """
        {"leases": [{"partition": "default", "state": "held", "holder": "%s", "epoch": %d, "queues": 2}]}
        """
            .formatted(node, epoch));
    answers.put(
        "leases/default/history",
        """
        {"holders": [{"epoch": %d, "holder": "%s", "acquiredAt": "2026-01-01T10:00:00Z", "reason": "it was free"}]}
        """
            .formatted(epoch, node));
  }

  @Test
  void selected_rows_of_the_quarantine_are_deleted() {
    answers.put("quarantine/groups", "{\"groups\": []}");
    answers.put(
        "quarantine",
        """
        {"rows": [{"id": 17, "stage": "execution", "code":"SCHED-0220", "reason": "no connection", "quarantinedAt": "2026-01-01T00:00:00Z"}]}
        """);
    answers.put("DELETE quarantine/17", "{\"status\": \"deleted\"}");
    console.open("#/quarantine");
    selectAll();
    assertThat(console.main().locator(".actions.chosen")).hasCount(1);
    console.button("Delete").click();
    console.confirm();
    assertThat(console.notices()).containsText("Deleted: 1 row");
    assertThat(sent).containsExactly("DELETE quarantine/17");
  }

  @Test
  void a_hold_leaves_schedules_alone_and_names_them() {
    answers.put(
        "POST batch-operations",
        """
        {"counted": 1, "more": false, "schedules": 1, "scheduleNames": ["a/nightly"], "samples": [{"queue": "a", "jobId": "4711"}]}
        """);
    console.open("#/jobs?queue=a");
    console.actOnAllThatMatch("Hold");
    assertThat(console.heading(2)).hasText("Hold 1 job?");
    assertThat(console.dialog()).containsText("next run of a schedule. It is left alone");
    assertThat(console.dialog()).containsText("a/nightly");
    assertThat(console.field("schedules")).hasCount(0);
  }

  @Test
  void a_million_is_estimated_described_and_typed() {
    answers.put(
        "POST batch-operations",
        """
        {"id": 7, "counted": 1000, "more": true, "estimate": 1003412, "schedules": 12, "scheduleNames": ["a/nightly", "a/hourly"],
         "samples": [{"queue": "a", "jobId": "4711"}, {"queue": "a", "jobId": "4712"}]}
        """);
    answers.put(
        "batch-operations/7",
        """
        {"id": 7, "operation": "cancel", "state": "finished", "queue": "a", "prefix": "47", "counted": 1000, "more": true, "estimate": 1003412,
         "schedules": false, "done": 1003411, "refused": 1, "refusals": ["a/4712 has no grant"], "requestedBy": "jane",
         "requestedAt": "2026-01-01T00:00:00Z", "endedAt": "2026-01-01T00:10:00Z"}
        """);
    console.open("#/jobs?queue=a&prefix=47");
    console.actOnAllThatMatch("Cancel");
    assertThat(console.heading(2)).hasText("Cancel about 1,000,000 jobs?");
    assertThat(console.dialog()).containsText("Chosen by: queue a, id begins with 47");
    assertThat(console.dialog()).containsText("a/4712");
    assertThat(console.dialog()).not().containsText("1,000+");
    assertThat(console.dialog()).containsText("These 12 are next runs of schedules");
    assertThat(console.button("Keep them")).isFocused();

    Locator cancel = console.button("Cancel about 1,000,000 jobs");
    assertThat(cancel).isDisabled();
    console.field("typed").fill("100000");
    assertThat(cancel).isDisabled();
    console.field("typed").fill("1000000");
    cancel.click();

    console.awaitPage("Batch operation 7");
    assertThat(sent)
        .containsExactly(
            "POST batch-operations {\"operation\":\"cancel\",\"queue\":\"a\",\"prefix\":\"47\",\"dryRun\":true}",
            "POST batch-operations {\"operation\":\"cancel\",\"queue\":\"a\",\"prefix\":\"47\"}");
    assertThat(console.main()).containsText("about 1,000,000");
    assertThat(console.main()).containsText("a/4712 has no grant");
    assertThat(console.mainLink("1,003,411"))
        .hasAttribute(
            "href",
            "#/audit?user=jane&action=cancel+job&from=2026-01-01T00%3A00%3A00Z&before=2026-01-01T00%3A10%3A00Z");
  }

  @Test
  void selected_jobs_move_by_an_hour_and_schedules_only_if_that_is_ticked() {
    answers.put("POST jobs/a/4711/reschedule", "{\"status\": \"changed\"}");
    answers.put("POST jobs/a/4712/reschedule", "{\"status\": \"changed\"}");
    answers.put("POST jobs/a/nightly/reschedule", "{\"status\": \"changed\"}");
    console.open("#/jobs?queue=a");
    selectAll();
    console.button("Move …").click();
    console.field("to").fill("far");
    console.confirm();
    assertThat(console.dialog()).containsText("Not a time");
    console.field("to").fill("-90 min");
    console.confirm();
    assertThat(console.heading(2)).hasText("Move 2 jobs by −1 h 30 min?");
    assertThat(console.dialog())
        .containsText(Pattern.compile("a/4711: 2\\d{3}-[0-9: -]+:00:00 → 2\\d{3}-[0-9: -]+:30:00"));
    assertThat(console.dialog())
        .containsText("This is the next run of a schedule. It is left alone");
    console.confirm();
    assertThat(console.notices()).containsText("Moved: 2 jobs");
    assertThat(sent)
        .containsExactly(
            "POST jobs/a/4711/reschedule {\"dueOffset\":\"-PT90M\"}",
            "POST jobs/a/4712/reschedule {\"dueOffset\":\"-PT90M\"}");
    selectAll();
    console.button("Move …").click();
    console.confirm();
    console.field("schedules").check();
    assertThat(console.heading(2)).hasText("Move 2 jobs by +1 h and the next run of 1 schedule?");
    console.confirm();
    assertThat(console.notices()).containsText("Moved: 3 jobs");
    assertThat(sent).endsWith("POST jobs/a/nightly/reschedule {\"dueOffset\":\"PT1H\"}");
  }

  @Test
  void the_jobs_of_a_customer_move_after_a_question_with_the_times_before_and_after() {
    answers.put(
        "POST batch-operations",
        """
        {"id": 8, "counted": 2, "more": false, "dueAtOnce": 1, "samples": [
         {"queue": "a", "jobId": "4711", "dueAt": "2100-01-01T10:00:00Z", "newDueAt": "2100-01-01T09:00:00Z"}]}
        """);
    answers.put(
        "batch-operations/8",
        """
        {"id": 8, "operation": "reschedule", "state": "finished", "queue": "a", "dueFrom": "2100-01-01T00:00:00Z", "property": "x_customer:c-002",
         "dueOffset": "-PT1H", "counted": 2, "more": false, "schedules": false, "done": 1, "refused": 0, "gone": 1, "requestedBy": "jane",
         "requestedAt": "2026-01-01T00:00:00Z", "endedAt": "2026-01-01T00:10:00Z"}
        """);
    console.open("#/jobs?queue=a&dueFrom=2100-01-01T00:00:00Z&property=x_customer:c-002");
    console.actOnAllThatMatch("Move …");
    console.field("to").fill("-1h");
    console.confirm();
    assertThat(console.heading(2)).hasText("Move 2 jobs by −1 h?");
    assertThat(console.dialog()).containsText("property x_customer:c-002");
    assertThat(console.dialog())
        .containsText(Pattern.compile("a/4711: 2100-01-01 \\d\\d:00:00 → 2100-01-01 \\d\\d:00:00"));
    assertThat(console.dialog()).containsText("1 of them are due at once then");
    console.confirm();

    console.awaitPage("Batch operation 8");
    assertThat(sent)
        .containsExactly(
            "POST batch-operations {\"operation\":\"reschedule\",\"queue\":\"a\",\"dueFrom\":\"2100-01-01T00:00:00Z\",\"property\":\"x_customer:c-002\",\"dueOffset\":\"-PT1H\",\"dryRun\":true}",
            "POST batch-operations {\"operation\":\"reschedule\",\"queue\":\"a\",\"dueFrom\":\"2100-01-01T00:00:00Z\",\"property\":\"x_customer:c-002\",\"dueOffset\":\"-PT1H\"}");
    assertThat(console.main()).containsText("by −1 h");
    assertThat(console.main()).containsText("Gone meanwhile");
  }

  @Test
  void all_that_match_tells_the_queues_without_a_grant() {
    answers.put("session", answers.get("session").replace("\"a\", ", ""));
    answers.put(
        "POST batch-operations",
        """
        {"counted": 5, "more": false, "samples": [], "withoutGrant": [{"queue": "a", "counted": 3, "more": false}]}
        """);
    console.open("#/jobs?queue=a");
    Locator menu = console.main().locator("details.menu");
    menu.locator("summary").click();
    Locator cancel = menu.getByText("Cancel");
    assertDisabled(cancel, "You have no grant for a");
    console.open("#/jobs?prefix=47");
    console.actOnAllThatMatch("Cancel");
    assertThat(console.dialog()).containsText("You have no grant for a (3): these are refused");
  }

  @Test
  void all_that_match_asks_once_also_if_only_schedules_match() {
    answers.put(
        "POST batch-operations",
        "{\"counted\": 0, \"more\": false, \"samples\": [], \"schedules\": 2, \"scheduleNames\": [\"a/nightly\"]}");
    console.open("#/jobs?queue=a");
    holding = "batch-operations";
    console.actOnAllThatMatch("Cancel");
    page.waitForCondition(() -> !held.isEmpty());
    console.main().locator("details.menu").getByText("Cancel").click();
    assertThat(console.notices()).containsText("still being counted");
    answerHeld();
    assertThat(console.heading(2)).hasText("Only schedules match");
    assertThat(console.button("End 2 schedules")).isDisabled();
    console.field("schedules").check();
    assertThat(console.heading(2)).hasText("End 2 schedules?");
    assertThat(sent).hasSize(1);
  }

  @Test
  void the_page_of_a_next_run_skips_it_or_ends_the_schedule_and_says_why_it_cannot_be_held() {
    console.open("#/jobs/a/nightly");
    assertDisabled(console.button("Hold"), "pause the schedule");
    page.keyboard().press("Enter");
    assertThat(console.notices()).containsText("pause the schedule");

    console.button("Skip the next run").click();
    assertThat(console.dialog()).containsText("the schedule goes on");
    console.confirm();
    assertThat(console.notices()).containsText("The run is skipped");
    console.button("End the schedule …").click();
    assertThat(console.button("Keep it")).isFocused();
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text }");
    console.button("Copy as curl").click();
    assertThat(page.evaluate("globalThis.copied").toString())
        .startsWith("curl -u 'jane' -X DELETE 'http")
        .endsWith("/api/v1/schedules/a/nightly'");
    console.confirm();
    assertThat(console.notices()).containsText("The schedule has ended");
    assertThat(sent)
        .containsExactly(
            "POST schedules/a/nightly/skip {\"plannedAt\":\"2100-01-01T00:00:00Z\"}",
            "DELETE schedules/a/nightly");
  }

  @Test
  void a_backfill_says_how_many_runs_it_adds_before_it_does() {
    answers.put("schedules/a/nightly/explanation", NOT_DUE);
    answers.put("schedules/a/nightly/executions", "{\"executions\": []}");
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"years:1\", \"meaning\": \"each year\", \"occurrences\": []}");
    answers.put(
        "POST schedules/a/nightly/backfill",
        """
        {"runs": 1200, "first": "2020-01-01T00:00:00Z", "last": "2023-01-01T00:00:00Z", "pace": "PT5S", "dryRun": true}
        """);
    console.open("#/schedules/a/nightly");
    console.button("Backfill …").click();
    console.field("from").fill("2020-01-01 00:00");
    console.field("until").fill("2023-02-01 00:00");
    console.field("pace").fill("PT5S");
    console.button("Count the runs").click();
    assertThat(console.heading(2)).hasText("Add 1,200 runs?");
    assertThat(console.dialog()).containsText("a/nightly");
    console.confirm();
    assertThat(console.notices()).containsText("The runs are added");
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0)).contains("\"dryRun\":true", "\"pace\":\"PT5S\"");
    assertThat(sent.get(1)).doesNotContain("dryRun").contains("\"from\":\"20", "\"pace\":\"PT5S\"");
  }

  @Test
  void runs_that_were_backfilled_are_marked_and_have_no_height_before_they_begin() {
    answers.put("schedules/a/nightly/explanation", NOT_DUE);
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"years:1\", \"meaning\": \"each year\", \"occurrences\": []}");
    String run =
        """
        {"fireId": "0193d2a0-0000-7000-8000-000000000001", "queue": "a", "jobId": "nightly", "state": "%s", "attempt": 1,
         "dueAt": "2026-03-01T00:00:00Z", "backfillOf": "2026-01-07T12:00:00Z"%s}
        """;
    answers.put(
        "schedules/a/nightly/executions",
        "{\"executions\": [%s]}".formatted(run.formatted("SUBMITTED", "")));
    console.open("#/schedules/a/nightly");
    assertThat(console.row("0193d2a0")).containsText("backfill of 2026-01-07");
    assertThat(console.main()).containsText("The only run. Colour: outcome.");

    answers.put(
        "schedules/a/nightly/executions",
        "{\"executions\": [%s]}"
            .formatted(
                run.formatted(
                    "FINISHED",
                    ", \"startedAt\": \"2026-03-01T00:00:00Z\", \"endedAt\": \"2026-03-01T00:00:09Z\"")));
    page.reload();
    assertThat(console.main()).containsText("The only run. Height: duration. Colour: outcome.");
  }

  @Test
  void a_time_that_was_skipped_is_marked_among_the_next_times() {
    answers.put("schedules/a/nightly/explanation", NOT_DUE);
    answers.put("schedules/a/nightly/executions", "{\"executions\": []}");
    answers.put(
        "schedules/preview",
        """
        {"recurrence": "years:1", "meaning": "each year",
         "occurrences": [{"dueAt": "2099-01-01T00:00:00Z"}, {"dueAt": "2100-01-01T00:00:00Z"}]}
        """);
    console.open("#/schedules/a/nightly");
    assertThat(console.row("2099-01-01")).containsText("skipped");
    assertThat(console.row("2100-01-01")).not().containsText("skipped");
  }

  @Test
  void without_a_grant_the_reason_stands_at_the_button() {
    answers.put("session", answers.get("session").replace("\"a\", ", ""));
    console.open("#/jobs/a/nightly");
    assertDisabled(console.button("End the schedule …"), "You have no grant for a");
    assertThat(console.button("Skip the next run")).isEnabled();
  }

  private void selectAll() {
    page.getByLabel("Select all rows of this page").check();
  }

  private static void assertDisabled(Locator button, String why) {
    assertThat(button).isDisabled();
    assertThat(button).hasAccessibleDescription(Pattern.compile(why));
    button.focus();
    assertThat(button).isFocused();
  }
}
