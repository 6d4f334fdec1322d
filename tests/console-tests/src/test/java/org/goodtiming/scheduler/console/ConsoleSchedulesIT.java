package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.goodtiming.scheduler.system.Nightly;
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
  void a_schedule_is_created_after_a_preview_changed_after_another_and_ended() {
    browser.faults().expectAnswer(422, "/schedules/preview");
    done(rest.put("/definitions/c-report", "{\"queue\": \"" + QUEUE + "\", \"locale\": \"de\"}"));
    open("#/schedules", "Schedules");

    console.button("New schedule …").click();
    field("queue").selectOption(QUEUE);
    field("jobId").fill("nightly");
    field("recurrence").fill("cron:0 0 66 * * ? zone=UTC");
    assertThat(console.alert()).containsText("SCHED-0132");
    assertThat(console.button("Create")).isDisabled();
    field("recurrence").fill("cron:0 0 6 * * ? zone=UTC");
    assertThat(console.main().locator("form tbody tr")).hasCount(10);
    assertThat(console.main().locator("form tbody tr").first()).containsText("06:00:00");
    field("misfire").selectOption("fire-all");
    field("misfireWithin").fill("PT30M");
    field("overlap").selectOption("wait");
    field("overlapLimit").fill("PT2H");
    field("jitter").fill("PT10S");
    field("definition").selectOption("c-report");
    field("body").fill("the payload");
    console.main().getByText("More: tracking").click();
    field("group").fill("g");
    field("properties").fill("{\"x_shop\": \"Bonn\"}");
    console.button("Create").click();
    console.awaitPage("nightly");
    JsonObject created = registration();
    assertThat(created.getString("recurrence")).isEqualTo("cron:0 0 6 * * ? zone=UTC");
    assertThat(created.getString("misfire")).isEqualTo("fire-all/PT30M");
    assertThat(created.getString("overlap")).isEqualTo("wait/PT2H");
    assertThat(created.getString("jitter")).isEqualTo("PT10S");
    assertThat(created.getString("definition")).isEqualTo("c-report");
    assertThat(created.getString("body")).isEqualTo("the payload");
    assertThat(created.getString("group")).isEqualTo("g");
    assertThat(created.getJsonObject("properties").getString("x_shop")).isEqualTo("Bonn");

    console.button("Change …").click();
    Locator preview = console.main().locator("table.compare");
    assertThat(preview.locator("tbody tr")).hasCount(10);
    field("recurrence").fill("cron:0 30 7 * * ? zone=UTC");
    Locator moved = preview.locator("tbody tr").filter(new FilterOptions().setHasText("moved"));
    assertThat(moved.first()).containsText("06:00:00");
    assertThat(moved.first()).containsText("07:30:00");
    assertThat(registration()).isEqualTo(created);
    console.button("Save").click();
    assertThat(field("recurrence")).hasCount(0);
    assertThat(registration())
        .isEqualTo(
            Json.createObjectBuilder(created)
                .add("recurrence", "cron:0 30 7 * * ? zone=UTC")
                .build());

    String skipped = read(SCHEDULE).getString("nextPlannedAt");
    console.button("Skip the next run").click();
    console.confirm();
    assertThat(console.notices()).containsText("The run is skipped");
    assertThat(Instant.parse(read(SCHEDULE).getString("nextPlannedAt")))
        .isEqualTo(Instant.parse(skipped).plus(1, ChronoUnit.DAYS));

    console.button("End the schedule …").click();
    assertThat(console.dialog()).containsText(QUEUE + "/nightly");
    console.confirm();
    assertThat(console.button("Change …")).hasCount(0);
    assertThat(read(SCHEDULE).getString("state")).isEqualTo("ended");

    console.button("Register again …").click();
    assertThat(field("recurrence")).hasValue("cron:0 30 7 * * ? zone=UTC");
    console.button("Register").click();
    assertThat(console.button("Change …")).isVisible();
    assertThat(registration().getString("overlap")).isEqualTo("wait/PT2H");
    done(rest.delete("/jobs/" + QUEUE + "/nightly"));
    done(rest.delete("/definitions/c-report"));
  }

  @Nightly
  @Test
  void a_refused_schedule_keeps_its_form() {
    browser.faults().expectAnswer(422, "/jobs");
    open("#/schedules", "Schedules");

    console.button("New schedule …").click();
    field("queue").selectOption(QUEUE);
    field("jobId").fill("nightly");
    field("recurrence").fill("every:PT1H");
    field("misfireWithin").fill("PT30M");
    console.button("Create").click();
    assertThat(console.alert()).containsText("fire-once/PT30M");
    assertThat(field("jobId")).hasValue("nightly");
    field("misfireWithin").fill("");
    console.button("Create").click();
    console.awaitPage("nightly");
    assertThat(registration().getString("misfire")).isEqualTo("fire-once");
  }

  @Nightly
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
    assertThat(console.main()).containsText("more, until 2099-12-31 12:00");
    assertThat(read(SCHEDULE).getString("pausedUntil")).isEqualTo("2099-12-31T11:00:00Z");

    console.button("Resume").click();
    String planned = read(SCHEDULE).getString("nextPlannedAt");
    console.button("Run now").click();
    assertThat(console.dialog()).containsText("The next planned run stays");
    console.confirm();
    assertThat(console.notices()).containsText("A run was added");
    assertThat(list("/executions", "executions")).hasSize(2);
    assertThat(read(SCHEDULE).getString("nextPlannedAt")).isEqualTo(planned);
  }

  @Nightly
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

  private JsonObject registration() {
    return read(SCHEDULE).getJsonObject("registration");
  }

  /** A field of the form in the page. */
  private Locator field(String name) {
    return console.main().locator("form.edit [name='%s']".formatted(name));
  }
}
