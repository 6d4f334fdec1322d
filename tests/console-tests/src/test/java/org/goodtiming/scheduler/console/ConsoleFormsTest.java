package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What forms send, and what they say of a refusal, while they are sent, and at the end. */
class ConsoleFormsTest extends StaticConsoleTest {

  private static final String SCHEDULE =
      """
      {"queue": "a", "jobId": "nightly", "state": "active", "recurrence": "years:1", "misfire": "fire-once", "overlap": "allow",
       "runs": 3, "nextPlannedAt": "2100-01-01T00:00:00Z", "registeredAt": "2026-01-01T00:00:00Z", "registeredBy": "jane"}
      """;

  @BeforeEach
  void a_schedule() {
    page.setViewportSize(1280, 500);
    answers.put("schedules", "{\"schedules\": []}");
    answers.put("schedules/a/nightly", SCHEDULE);
    answers.put("schedules/a/nightly/executions", "{\"executions\": []}");
    answers.put(
        "schedules/a/nightly/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put("jobs/a/nightly", job("nightly", ", \"recurs\": true"));
    answers.put(
        "schedules/preview",
        "{\"recurrence\": \"years:1\", \"meaning\": \"each year\", \"occurrences\": []}");
    answers.put("POST schedules/a/nightly/pause", SCHEDULE);
    answers.put("definitions", "{\"definitions\": []}");
    answers.put("calendars", "{\"calendars\": []}");
  }

  @Test
  void a_refusal_is_in_the_window_and_at_the_field_that_it_names() {
    expectRefusal(422, "/definitions/nightly");
    answers.put("PUT definitions/nightly", refusal("SCHED-0126", "scheduler_priority is '10'"));
    console.open("#/definitions");
    console.button("New definition …").click();
    console.field("name").fill("nightly");
    console.field("priority").fill("10");
    console.confirm();

    assertRefused(console.dialog(), "SCHED-0126 scheduler_priority is '10'.", "priority");
    console.field("priority").fill("9");
    console.field("properties").fill("{");
    console.button("Copy as curl").click();
    assertRefused(console.dialog(), "Properties must be JSON", "properties");
    answers.put("PUT definitions/nightly", "{}");
    answers.put("definitions/nightly", "{\"name\": \"nightly\", \"queue\": \"a\"}");
    console.field("properties").fill("");
    console.confirmForm();
    assertThat(console.notices()).containsText("nightly: created");
  }

  @Test
  void a_pause_of_what_somebody_has_changed_is_sent_again_for_what_it_is_now() {
    expectRefusal(412, "/schedules/a/nightly/pause");
    tags.put("schedules/a/nightly", "\"one\"");
    answers.put(
        "POST schedules/a/nightly/pause",
        "{\"status\": 412, \"code\": \"SCHED-0926\", \"detail\": \"read it again\"}");
    console.open("#/schedules/a/nightly");
    console.button("Pause …").click();
    tags.put("schedules/a/nightly", "\"two\"");
    console.confirm();
    assertThat(console.dialogAlert()).containsText("Now: active. Send it again");
    answers.put("POST schedules/a/nightly/pause", SCHEDULE);
    console.confirmForm();
    assertThat(requests)
        .extracting(request -> request.headers().get("if-match"))
        .containsExactly("\"one\"", "\"two\"");
  }

  @Test
  void a_new_job_is_registered_once_and_overwrites_nothing() {
    answers.put("jobs", jobs());
    answers.put("jobs/b/4711", job("4711", ""));
    answers.put("jobs/b/4711/explanation", answers.get("schedules/a/nightly/explanation"));
    page.addInitScript("localStorage.setItem('zone', 'UTC')");
    answers.put("POST jobs", "{\"code\": \"SCHED-0150\", \"detail\": \"a job already waits\"}");
    expectRefusal(409, "/jobs");
    console.open("#/jobs?queue=b");
    console.button("New job …").click();
    assertThat(Accessibility.violations(page)).isEmpty();
    assertThat(console.field("queue")).hasValue("b");
    console.field("jobId").fill("4711");
    console.field("dueAt").fill("2099-12-31T12:00:05");
    console.field("body").fill("{\"order\": 4711}");
    console.field("properties").fill("{\"x_shop\": \"Bonn\", \"x_count\": 9007199254740993}");
    console.confirm();
    assertThat(console.dialogAlert()).containsText("a job already waits");

    answers.put("POST jobs", "{\"status\": \"accepted\", \"queue\": \"b\", \"jobId\": \"4711\"}");
    console.confirmForm();
    assertThat(page).hasURL(Pattern.compile("#/jobs/b/4711$"));
    assertThat(sent)
        .containsOnly(
            "POST jobs"
                + " {\"queue\":\"b\",\"jobId\":\"4711\",\"dueAt\":\"2099-12-31T12:00:05.000Z\",\"body\":\"{\\\"order\\\":"
                + " 4711}\",\"tracked\":true,"
                + "\"properties\":{\"x_shop\":\"Bonn\",\"x_count\":9007199254740993},\"ifExists\":\"reject\"}")
        .hasSize(2);
    assertThat(requests.get(0)).isEqualTo(requests.get(1));
    assertThat(requests.get(0).headers()).containsKey("idempotency-key");
  }

  @Test
  void without_a_grant_the_button_says_why_no_job_can_be_registered() {
    answers.put("session", answers.get("session").replace("\"a\", \"b\"", ""));
    answers.put("jobs", jobs());
    console.open("#/jobs");
    assertThat(console.button("New job …")).isDisabled();
    assertThat(console.button("New job …")).hasAccessibleDescription(Pattern.compile("no grant"));
  }

  @Test
  void a_new_job_is_refused_at_the_field_that_is_wrong() {
    expectRefusal(422, "/jobs");
    answers.put("jobs", jobs());
    answers.put("POST jobs", refusal("SCHED-0131", "scheduler_jobId is 'x', with 251 characters"));
    console.open("#/jobs");
    console.button("New job …").click();
    console.confirm();
    assertRefused(console.dialog(), "SCHED-0131 scheduler_jobId is 'x'", "jobId");
    answers.put("POST jobs", refusal("SCHED-0058", "the payload does not match the schema"));
    console.confirm();
    assertRefused(console.dialog(), "SCHED-0058 the payload does not match", "body");
  }

  @Test
  void a_refusal_of_a_schedule_is_in_the_window_and_at_its_field_even_if_that_is_folded() {
    expectRefusal(422, "/jobs");
    answers.put("POST jobs", refusal("SCHED-0129", "scheduler_locale is 'x'"));
    console.open("#/schedules");
    console.button("New schedule …").click();
    Locator form = console.main().locator("form.edit");
    form.locator("[name=jobId]").fill("nightly");
    form.locator("[name=recurrence]").fill("years:1");
    console.button("Create").click();

    assertRefused(form, "SCHED-0129 scheduler_locale is 'x'.", "locale");
    answers.put("POST jobs", "{}");
    console.button("Create").click();
    assertThat(console.notices()).containsText("nightly: created");
    assertThat(console.heading()).hasText("nightly");
  }

  @Test
  void who_closes_a_form_while_it_is_sent_is_told_so_and_gets_its_end() {
    console.open("#/schedules/a/nightly");
    closeWhileSending();
    assertThat(console.notices()).containsText("Pause the schedule: this was sent before");
    answerHeld();
    assertThat(console.notices()).containsText("Pause the schedule: done");
    assertThat(sent).containsExactly("POST schedules/a/nightly/pause {}");

    expectRefusal(409, "/pause");
    answers.put(
        "POST schedules/a/nightly/pause", "{\"code\": \"SCHED-0950\", \"detail\": \"ended\"}");
    closeWhileSending();
    answerHeld();
    assertThat(console.notices()).containsText("SCHED-0950 Pause the schedule: ended.");
  }

  @Test
  void three_clicks_are_one_login() {
    expectRefusal(401, "/session");
    String session = answers.put("session", "{\"code\": \"SCHED-0907\", \"status\": 401}");
    answers.put("session/provider", "{\"name\": \"Company login\"}");
    answers.put("POST session", session);
    answers.put("schedules", "{\"schedules\": []}");
    console.open("#/schedules");
    console.loginField("Name").fill("jane");
    console.loginField("Password").fill("secret");

    holding = "session";
    page.evaluate(
        "for (let i = 0; i < 3; i += 1) document.querySelector('button[type=submit]').click()");
    assertThat(console.button("Log in")).isDisabled();
    assertThat(console.main()).containsText("Logging in …");
    page.waitForCondition(() -> !held.isEmpty());
    answerHeld();
    assertThat(console.heading()).hasText("Schedules");
    assertThat(sent).hasSize(1);
  }

  private void closeWhileSending() {
    console.button("Pause …").click();
    holding = ".*/pause";
    console.confirm();
    page.waitForCondition(() -> !held.isEmpty());
    page.keyboard().press("Escape");
    assertThat(console.dialog()).hasCount(0);
  }

  private void assertRefused(Locator form, String text, String field) {
    Locator reason = form.locator("footer").getByRole(AriaRole.ALERT);
    assertThat(reason).containsText(text);
    assertThat(reason).isFocused();
    assertThat(reason).isInViewport();
    Locator control = form.locator("[name=%s]".formatted(field));
    assertThat(control).hasAttribute("aria-invalid", "true");
    assertThat(control).isInViewport();
    assertThat(form.locator("label:has([name=%s]) small.mistake".formatted(field)))
        .containsText(text.replaceFirst("^SCHED-\\d+ ", ""));
    assertThat(form.locator("[aria-invalid]")).hasCount(1);
  }

  private static String refusal(String code, String detail) {
    return "{\"code\": \"%s\", \"status\": 422, \"detail\": \"%s\"}".formatted(code, detail);
  }
}
