package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasCountOptions;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console's reaction to a refusal, a missing answer, or another user's change. */
class ConsoleFailuresIT extends ConsoleTest {

  private static final String SETTINGS = "/worker-queues/" + QUEUE;

  private static final ContainsTextOptions LONG_PATIENCE =
      new ContainsTextOptions().setTimeout(30_000);

  private final List<Route> held = new ArrayList<>();

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Nightly
  @Test
  void an_edit_is_kept_when_the_session_has_ended() {
    String password = createUser("operator");
    console.open("#/queues/" + QUEUE);
    console.logIn("c-operator", password);
    console.awaitPage(QUEUE);
    console.button("Settings …").click();
    console.field("partition").fill("other");
    console.field("tracked").check();
    browser.faults().expectAnswer(401, "");

    endSessionsOf("c-operator");
    assertThat(console.loginField("Password")).isFocused();
    browser.page().keyboard().press("Escape");
    console.logIn("c-operator", password);

    assertThat(console.loginField("Password")).hasCount(0);
    assertThat(console.field("partition")).hasValue("other");
    console.field("partition").fill("default");
    console.confirmForm();
    assertThat(read(SETTINGS).getBoolean("tracked")).isTrue();
  }

  @Test
  void of_two_editors_the_second_sees_the_change_of_the_first_and_keeps_it() {
    browser.faults().expectAnswer(412, "");
    open("#/queues/" + QUEUE, QUEUE);
    console.button("Settings …").click();
    done(rest.put(SETTINGS, "{\"tracked\": true}"));
    console.field("events").check();

    console.confirm();
    assertThat(console.dialogAlert()).containsText("Somebody has changed it");
    assertThat(console.dialogAlert()).containsText("partition default, tracked");
    assertThat(console.field("tracked")).not().isChecked();
    assertThat(read(SETTINGS).getBoolean("tracked")).isTrue();

    console.confirmForm();
    assertThat(read(SETTINGS).getBoolean("events")).isTrue();
    assertThat(read(SETTINGS).getBoolean("tracked")).isTrue();
  }

  @Nightly
  @Test
  void a_job_that_another_has_changed_is_rescheduled_only_by_who_has_seen_that() {
    register("4711");
    browser.faults().expectAnswer(412, "");
    open(Console.jobRoute(QUEUE, "4711"), "4711");
    console.button("Reschedule …").click();
    done(rest.post("/jobs/" + QUEUE + "/4711/hold", null));

    console.field("dueAt").fill("2099-12-31T12:00");
    console.confirm();
    assertThat(console.dialogAlert()).containsText("Now: held, due at 2100-01-01 01:00:00");
    assertThat(console.field("dueAt")).hasValue("2099-12-31T12:00");
    console.confirmForm();

    JsonObject job = read("/jobs/" + QUEUE + "/4711");
    assertThat(job.getString("dueAt")).isEqualTo("2099-12-31T11:00:00Z");
    assertThat(job.getString("state")).isEqualTo("held");
  }

  @Nightly
  @Test
  void a_schedule_that_another_has_changed_is_shown_beside_the_input() {
    String path = "/jobs/" + QUEUE + "/nightly";
    done(rest.put(path, Samples.json("recurrence", "cron:0 0 6 * * ? zone=UTC")));
    browser.faults().expectAnswer(412, "");
    open("#/schedules/" + QUEUE + "/nightly", "nightly");
    console.button("Change …").click();
    Locator input = console.main().locator("textarea[name=recurrence]");
    input.fill("cron:0 0 7 * * ? zone=UTC");
    done(rest.put(path, Samples.json("recurrence", "cron:0 0 8 * * ? zone=UTC")));

    console.button("Save").click();
    assertThat(console.main()).containsText("Somebody has changed it meanwhile. Now: cron:0 0 8");
    assertThat(input).hasValue("cron:0 0 7 * * ? zone=UTC");
    console.button("Save").click();

    assertThat(input).hasCount(0);
    assertThat(read("/schedules/" + QUEUE + "/nightly").getString("recurrence"))
        .isEqualTo("cron:0 0 7 * * ? zone=UTC");
  }

  @Nightly
  @Test
  void a_payload_that_is_too_large_is_refused_and_kept() {
    browser.faults().expectAnswer(413, "");
    open("#/definitions", "Definitions");
    console.button("New definition …").click();
    console.field("name").fill("large");
    console.field("queue").selectOption(QUEUE);
    String body = "x".repeat(4_000_000);
    console.field("body").fill(body);

    console.confirm();
    assertThat(console.dialogAlert()).containsText("bytes");
    assertThat(console.field("name")).hasValue("large");
    console.field("body").fill("small");
    console.confirmForm();
    assertThat(read("/definitions/large").getString("body")).isEqualTo("small");
  }

  /** A lock of the table is what a database that does not answer is to the node: a time-out. */
  @Nightly
  @Test
  void a_page_goes_on_when_the_database_answers_again_and_an_action_says_when_to_try_again()
      throws SQLException {
    register("4711");
    browser.faults().expectAnswer(503, "");
    open(Console.jobRoute(QUEUE, "4711"), "4711");

    try (Connection connection =
        stack.devStack().database().dataSource(DatabaseUser.SUPERUSER).getConnection()) {
      connection.setAutoCommit(false);
      connection.createStatement().execute("LOCK TABLE scheduler.job");
      assertThat(console.main()).containsText("What you see is", LONG_PATIENCE);
      assertThat(console.main()).containsText("Try again in 5 s.");
      assertThat(console.main()).containsText("the payload");
      console.button("Hold").click();
      assertThat(console.notices()).containsText("Try again in 5 s.", LONG_PATIENCE);
      connection.rollback();
    }
    assertThat(stateOf("4711")).isEqualTo("waiting");

    assertThat(console.main().getByText("What you see is"))
        .hasCount(0, new HasCountOptions().setTimeout(30_000));
    console.button("Hold").click();
    assertThat(console.button("Release")).isVisible();
    assertThat(stateOf("4711")).isEqualTo("held");
  }

  @Nightly
  @Test
  void a_slow_answer_is_waited_for_and_the_request_is_sent_once() {
    register("4711");
    open(Console.jobRoute(QUEUE, "4711"), "4711");
    browser.page().route("**/4711/hold", held::add);
    browser.page().route("**/4711/reschedule", held::add);

    console.button("Hold").click();
    assertThat(console.button("Hold …")).isDisabled();
    answerAll(1);
    assertThat(console.button("Release")).isEnabled();

    console.button("Reschedule …").click();
    console.field("dueAt").fill("2099-12-31T12:00");
    console.confirm();
    assertThat(console.dialog()).containsText("Waiting for the answer");
    assertThat(console.dialog().locator("button[type=submit]")).isDisabled();
    browser.page().keyboard().press("Enter");
    answerAll(1);
    assertThat(console.dialog()).hasCount(0);
    assertThat(read("/jobs/" + QUEUE + "/4711").getString("dueAt"))
        .isEqualTo("2099-12-31T11:00:00Z");
  }

  @Nightly
  @Test
  void a_page_whose_node_does_not_answer_says_so_and_keeps_what_it_shows() {
    open("#/queues", "Queues");
    browser.faults().expectOutage();
    browser.page().clock().install();
    browser.page().route("**/api/v1/worker-queues", held::add);
    console.open("#/jobs");
    console.open("#/queues");
    assertThat(console.main()).containsText("Loading");
    // Its patience begins with the request
    browser.page().waitForCondition(() -> !held.isEmpty());

    browser.page().clock().fastForward(20_000);
    assertThat(console.main()).containsText("does not answer");
    browser.page().unroute("**/api/v1/worker-queues");
    console.button("Try again").click();
    console.awaitPage("Queues");
    assertThat(console.main()).containsText(QUEUE);
  }

  private void answerAll(int requests) {
    browser.page().waitForCondition(() -> held.size() >= requests);
    assertThat(held).hasSize(requests);
    held.forEach(Route::resume);
    held.clear();
  }
}
