package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job that is registered in the console. */
class ConsoleNewJobTest extends StaticConsoleTest {

  @BeforeEach
  void no_jobs() {
    answers.put("jobs", jobs());
    answers.put("jobs/b/4711", job("4711", ""));
    answers.put(
        "jobs/b/4711/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    page.addInitScript("localStorage.setItem('zone', 'UTC')");
  }

  @Test
  void a_new_job_is_registered_once_and_overwrites_nothing() {
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
            "POST jobs {\"queue\":\"b\",\"jobId\":\"4711\",\"dueAt\":\"2099-12-31T12:00:05.000Z\",\"body\":\"{\\\"order\\\":"
                + " 4711}\",\"tracked\":true,"
                + "\"properties\":{\"x_shop\":\"Bonn\",\"x_count\":9007199254740993},\"ifExists\":\"reject\"}")
        .hasSize(2);
    assertThat(requests.get(0)).isEqualTo(requests.get(1));
    assertThat(requests.get(0).headers()).containsKey("idempotency-key");
  }

  @Test
  void without_a_grant_the_button_says_why_no_job_can_be_registered() {
    answers.put("session", answers.get("session").replace("\"a\", \"b\"", ""));
    console.open("#/jobs");
    assertThat(console.button("New job …")).isDisabled();
    assertThat(console.button("New job …")).hasAccessibleDescription(Pattern.compile("no grant"));
  }
}
