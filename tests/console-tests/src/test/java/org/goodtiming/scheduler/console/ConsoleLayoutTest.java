package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where things are in the window, and that they stay there. */
class ConsoleLayoutTest extends StaticConsoleTest {

  private static final int ROWS = 60;

  @Test
  void the_menu_of_the_user_is_inside_the_window_in_the_zone_with_the_longest_name() {
    page.addInitScript(
        """
        const resolved = Intl.DateTimeFormat.prototype.resolvedOptions;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolved.call(this), timeZone: 'America/Argentina/ComodRivadavia_of_the_longest_name' };
        };
        """);
    answers.put("jobs", jobs(job("4711", "")));
    console.open("#/jobs");
    for (Appearance appearance : new Appearance[] {Appearance.LIGHT, Appearance.LIGHT_PHONE}) {
      appearance.applyTo(page);
      console.row("4711").waitFor();
      page.locator("details[name=user] > summary").click();
      Locator zone = page.locator("details[name=user] button").filter(with("Times"));
      assertThat(zone).containsText("longest_name");
      BoundingBox panel = page.locator("details[name=user] .panel").boundingBox();
      BoundingBox button = zone.boundingBox();
      assertThat(panel.x).isNotNegative();
      assertThat(panel.x + panel.width).isLessThanOrEqualTo(appearance.width());
      assertThat(button.x + button.width).isLessThan(panel.x + panel.width);
      page.locator("details[name=user] > summary").click();
    }
  }

  @Test
  void the_notice_of_changed_rows_moves_nothing() {
    answers.put("jobs", jobs(job("4711", ""), job("4712", "")));
    console.open("#/jobs");
    console.select("4711");
    console.row("4711").hover();
    BoundingBox before = console.row("4711").boundingBox();

    answers.put("jobs", jobs(job("4713", "")));

    assertThat(console.button("Rows have changed: show them")).isVisible();
    BoundingBox after = console.row("4711").boundingBox();
    assertThat(after.y).isEqualTo(before.y);
    console.button("Rows have changed: show them").click();
    assertThat(console.row("4713")).isVisible();
  }

  @Test
  void back_finds_the_position_the_selection_and_the_opened_row_again() {
    String[] many =
        IntStream.range(0, ROWS).mapToObj(row -> job("job-" + row, "")).toArray(String[]::new);
    answers.put("jobs", jobs(many));
    answers.put("jobs/a/job-50", job("job-50", ""));
    answers.put(
        "jobs/a/job-50/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    console.open("#/jobs");
    console.select("job-49");
    Locator opened = console.row("job-50").getByText("job-50");
    opened.scrollIntoViewIfNeeded();
    Object position = page.evaluate("scrollY");
    assertThat(((Number) position).intValue()).isPositive();

    opened.click();
    assertThat(console.heading()).hasText("job-50");
    assertThat(page.evaluate("scrollY")).isEqualTo(0);
    page.goBack();

    assertThat(console.row("job-50")).isFocused();
    assertThat(page.evaluate("scrollY")).isEqualTo(position);
    assertThat(console.main()).containsText("1 selected");
    assertThat(console.row("job-49").getByLabel("Select")).isChecked();

    answers.put("executions", "{\"executions\": []}");
    console.navigation().getByText("Runs").click();
    assertThat(console.main()).containsText("No run yet");
    answers.put("jobs", jobs(job("job-50", "")));
    page.goBack();
    assertThat(console.row("job-50")).isVisible();
    assertThat(console.main()).containsText("Select rows to act on them.");
  }

  @Test
  void the_list_of_schedules_fits_a_window_of_1280() {
    page.setViewportSize(1280, 720);
    answers.put(
        "schedules",
        """
        {"schedules": [{"queue": "order-check", "jobId": "settlement-of-the-day-de", "state": "active", "recurrence": "cron:0 0 6 ? * MON-FRI zone=America/New_York",
          "meaning": "at 06:00 on Monday to Friday, in America/New_York", "nextPlannedAt": "2100-01-01T00:00:00Z", "lastPlannedAt": "2026-01-01T00:00:00Z", "runs": 1234, "tracked": true, "successes": 1200, "failures": 34}]}
        """);
    console.open("#/schedules");
    Locator table = page.locator(".scroll");
    assertThat(table).containsText("34 failed");
    assertThat(table.evaluate("it => it.scrollWidth - it.clientWidth")).isEqualTo(0);
    assertThat(table.locator("code").boundingBox().width).isGreaterThan(140);
  }

  private static Locator.FilterOptions with(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
