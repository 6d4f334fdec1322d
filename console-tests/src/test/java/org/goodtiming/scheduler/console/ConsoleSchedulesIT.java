package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of schedules, and the page of one. */
class ConsoleSchedulesIT extends ConsoleTest {

  private static final String SCHEDULE = "/schedules/" + QUEUE + "/nightly";

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_schedule_is_created_changed_after_a_preview_and_ended() {
    browser.faults().expectAnswer(422, "/jobs");
    open("#/schedules", "Schedules");

    console.button("New schedule …").click();
    console.field("queue").selectOption(QUEUE);
    console.field("jobId").fill("nightly");
    console.field("recurrence").fill("cron:0 0 66 * * ? zone=UTC");
    console.confirm();
    assertThat(console.dialogAlert()).containsText("SCHED-");
    console.field("recurrence").fill("cron:0 0 6 * * ? zone=UTC");
    console.confirmForm();
    console.awaitPage("nightly");
    assertThat(read(SCHEDULE).getString("recurrence")).isEqualTo("cron:0 0 6 * * ? zone=UTC");

    console.button("Change …").click();
    Locator preview = console.main().locator("table.compare");
    assertThat(preview.locator("tbody tr")).hasCount(10);
    recurrence().fill("cron:0 30 7 * * ? zone=UTC");
    Locator moved = preview.locator("tbody tr").filter(new FilterOptions().setHasText("moved"));
    assertThat(moved.first()).containsText("06:00:00");
    assertThat(moved.first()).containsText("07:30:00");
    assertThat(read(SCHEDULE).getString("recurrence")).isEqualTo("cron:0 0 6 * * ? zone=UTC");
    console.button("Save").click();
    assertThat(recurrence()).hasCount(0);
    assertThat(read(SCHEDULE).getString("recurrence")).isEqualTo("cron:0 30 7 * * ? zone=UTC");

    console.button("Cancel").click();
    assertThat(console.dialog()).containsText(QUEUE + "/nightly");
    console.confirm();
    assertThat(console.button("Change …")).hasCount(0);
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("ended");
  }

  @Test
  void a_schedule_is_paused_resumed_paused_until_a_time_and_run_now() {
    register();
    open("#/schedules/" + QUEUE + "/nightly", "nightly");

    console.button("Pause …").click();
    console.confirmForm();
    assertThat(console.button("Resume")).isVisible();
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("paused");
    assertThat(console.button("Run now")).isDisabled();

    console.button("Resume").click();
    assertThat(console.button("Pause …")).isVisible();
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("active");

    console.button("Pause …").click();
    console.field("until").fill("2099-12-31T12:00");
    console.confirmForm();
    assertThat(console.main()).containsText("until 2099-12-31 12:00:00");
    assertThat(read(SCHEDULE).getString("pausedUntil")).isEqualTo("2099-12-31T11:00:00Z");

    console.button("Resume").click();
    String planned = read(SCHEDULE).getString("nextPlannedAt");
    console.button("Run now").click();
    assertThat(console.dialog()).containsText("The next planned run stays");
    console.confirm();
    assertThat(console.notices()).containsText("Run now: done");
    assertThat(list("/executions", "executions")).hasSize(2);
    assertThat(read(SCHEDULE).getString("nextPlannedAt")).isEqualTo(planned);
  }

  @Test
  void selected_schedules_are_paused_and_resumed() {
    register();
    open("#/schedules?queue=" + QUEUE, "Schedules");

    console.select("nightly");
    console.button("Pause").click();
    console.confirm();
    assertThat(console.row("nightly")).containsText("paused");
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("paused");

    console.select("nightly");
    console.button("Resume").click();
    console.confirm();
    assertThat(console.row("nightly")).containsText("active");
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("active");
  }

  private void register() {
    String json = "{\"recurrence\": \"cron:0 0 6 1 1 ? zone=UTC\", \"tracked\": true}";
    done(rest.put("/jobs/" + QUEUE + "/nightly", json));
  }

  private Locator recurrence() {
    return console.main().locator("textarea[name=recurrence]");
  }
}
