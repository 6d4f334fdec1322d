package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes due, in the night of a clock change too, and the times that users write. */
class ConsoleAgendaTest extends StaticConsoleTest {

  /** Midnight in Berlin; its clocks go back at 01:00 UTC. */
  private static final Instant MIDNIGHT = Instant.parse("2027-10-30T22:00:00Z");

  private static final String AGENDA = "#/agenda?from=2027-10-30T22:00:00.000Z";
  private static final String BACK =
      "2027-10-31T02:30 comes twice, clocks go back: the first is due, this is the second";
  private static final String CHANGES =
      """
      [{"at": "2027-10-31T01:00:00Z", "zone": "Europe/Berlin", "before": "+02:00", "after": "+01:00"},
       {"at": "2028-03-26T01:00:00Z", "zone": "Europe/Berlin", "before": "+01:00", "after": "+02:00"}]
      """;

  @BeforeEach
  void the_night_of_a_clock_change() {
    page.clock().setFixedTime("2027-10-30T20:00:00Z");
    answers.put("forecast", forecast(""));
  }

  @Test
  void the_hour_that_comes_twice_has_its_offsets_and_each_schedule_one_line_in_it() {
    console.open(AGENDA);
    assertThat(console.main().locator(".agenda h3"))
        .hasText(
            new String[] {
              "2027-10-31 02:00 UTC+2 121 runs", "2027-10-31 02:00 UTC+1 122 runs",
            });
    Locator changed = console.main().locator(".agenda").first().locator("ul > li");
    assertThat(changed).hasCount(3);
    assertThat(changed.nth(0))
        .containsText(Pattern.compile("2027-10-31 02:30 UTC\\+1\\s+nightly a"));
    assertThat(changed.nth(0).locator(".badge")).hasText("left out");
    assertThat(console.main()).containsText("Runs that a clock change concerns (3)");
    Locator lines = console.main().locator(".agenda").last().locator("ul > li");
    assertThat(lines.nth(0)).containsText("flaky-billing × 120");
    assertThat(lines.nth(1)).containsText("nightly");
    assertThat(lines.nth(1).locator(".badge")).hasText("2 at once");
    assertThat(lines.nth(3)).containsText(BACK);
    assertThat(lines.nth(3).locator(".badge")).hasText("left out");
    assertThat(lines.nth(4).locator(".badge")).hasText("shifted");
    assertThat(lines.nth(5).locator(".badge").first()).hasText("twice");
    assertThat(console.main())
        .containsText(
            "2027-10-31 02:00:00: in Europe/Berlin, clocks go back, from UTC+02:00 to UTC+01:00.");
    assertThat(console.link("Next clock change"))
        .hasAttribute("href", "#/agenda?from=2028-03-25T13%3A00%3A00.000Z&range=day");

    console.main().locator("summary").filter(withText("as a table")).click();
    assertThat(Accessibility.violations(page)).isEmpty();
    assertThat(console.row("2027-10-31 02:00 UTC+2")).hasCount(1);
    assertThat(console.row("2027-10-31 02:00 UTC+1")).hasCount(1);
  }

  @Test
  void a_time_that_today_lacks_is_that_of_tomorrow() {
    page.clock().setFixedTime("2028-04-27T22:30:00Z");
    console.open(AGENDA);
    Object understood =
        page.evaluate(
            """
            async () => {
              const { instantOf } = await import(new URL('js/times.js', location.href));
              return instantOf('00:30 Africa/Cairo');
            }
            """);
    assertThat(understood).isEqualTo("2028-04-28T21:30:00.000Z");
  }

  @Test
  void numbers_that_are_not_complete_say_so_and_are_hatched() {
    console.open(AGENDA);
    assertThat(console.main()).containsText("Runs of schedules10,000");
    Object complete = strokesOnTheRight();

    answers.put("forecast", forecast("\"computedUntil\": \"2027-10-31T08:20:00Z\","));
    page.reload();
    assertThat(console.main().locator(".figure").filter(withText("Runs of schedules")))
        .containsText(Pattern.compile("≥ 10,000.*computed until 2027-10-31 09:20 UTC\\+1"));
    assertThat(console.main()).containsText("Hatched");
    assertThat(console.main()).containsText("of ≥ 10,000 runs are listed");
    assertThat((Integer) strokesOnTheRight()).isGreaterThan((Integer) complete + 1_000);

    console.main().locator("summary").filter(withText("as a table")).click();
    assertThat(console.row("2027-10-31 08:00 UTC+1")).not().containsText("≥");
    assertThat(console.row("2027-10-31 09:00 UTC+1")).containsText("≥");
  }

  @Test
  void a_bar_or_a_collision_lists_the_runs_of_its_time() {
    console.open(AGENDA);
    Request bar =
        page.waitForRequest(
            request -> request.url().contains("step=PT3600S"),
            () -> console.main().locator(".u-over").click());
    assertThat(bar.url())
        .matches(".*from=2027-10-31T[01]\\d%3A00%3A00.000Z&to=.*zone=Europe%2FBerlin.*");
    assertThat(console.main()).containsText(Pattern.compile("Of 2027-10-31 \\d\\d:00 UTC\\+1 – "));
    assertThat(console.mainLink("Whole range")).isFocused();
    assertThat(console.mainLink("Whole range")).isInViewport();

    console.mainLink("Whole range").click();
    assertThat(console.main()).not().containsText("Whole range");
    Request minute =
        page.waitForRequest(
            request -> request.url().contains("step=PT60S"),
            () -> console.mainLink("2027-10-31 02:30 UTC+2").click());
    assertThat(minute.url()).contains("from=2027-10-31T00%3A30%3A00.000Z&to=2027-10-31T00%3A31");
  }

  @Test
  void one_jumps_to_a_date_and_time() {
    console.open("#/agenda");
    Locator from = page.getByLabel("From");
    from.fill("2027-03-28 02:30");
    from.press("Enter");
    assertThat(invalid(from)).isEqualTo("2027-03-28 02:30 does not exist: clocks go forward.");
    console.open("#/agenda?at=2027-10-31T00:30:00Z&until=2027-10-31T00:31:00Z");
    from.fill("tomorrow 02:30+01:00");
    from.press("Enter");
    assertThat(from).hasValue("2027-10-31 02:30+01:00");
    assertThat(page.url()).endsWith("#/agenda?from=2027-10-31T01%3A30%3A00.000Z");
  }

  @Test
  void a_time_field_says_what_it_understands() {
    answers.put("jobs/a/4711", job("4711", ", \"waiting\": true"));
    answers.put(
        "jobs/a/4711/explanation",
        "{\"question\": \"not-run\", \"summary\": \"not due\", \"causes\": []}");
    answers.put("POST jobs/a/4711/reschedule", job("4711", ""));
    console.open("#/jobs/a/4711");
    console.button("Reschedule …").click();
    Locator due = console.field("dueAt");
    Locator understood = console.dialog().locator("output");
    assertThat(due).hasValue("2100-01-01 01:00+01:00");
    assertThat(understood).containsText("Friday 2100-01-01 01:00:00 Europe/Berlin, UTC+1");

    due.fill("until 06:00");
    assertThat(understood).hasText("Sunday 2027-10-31 06:00:00 Europe/Berlin, UTC+1, in 9 h");
    due.fill("2027-10-31 02:30");
    assertThat(understood).containsText("UTC+2, in 4 h 30 min; it comes twice");
    due.fill("2027-10-31 02:30 Australia/Lord_Howe");
    assertThat(understood).containsText("Saturday 2027-10-30 17:30:00 Europe/Berlin");
    for (String wrong :
        new String[] {
          "2 months", "25:00", "2027-02-30", "06:00 Berlin/Europe", "+999999999999 d"
        }) {
      due.fill(wrong);
      assertThat(understood).containsText(Pattern.compile("Not a time|does not know the zone"));
      console.confirm();
      assertThat(sent).isEmpty();
    }
    due.fill("+2 h 30 min");
    assertThat(Accessibility.violations(page)).isEmpty();
    assertThat(understood).containsText("UTC+2, in 2 h 30 min");
    console.confirmForm();
    assertThat(sent)
        .containsExactly("POST jobs/a/4711/reschedule {\"dueAt\":\"2027-10-30T22:30:00.000Z\"}");
  }

  @Test
  void a_pause_says_how_long_it_lasts() {
    answers.put(
        "schedules",
        """
        {"schedules": [{"queue": "a", "jobId": "nightly", "state": "paused", "recurrence": "every:PT1H", "runs": 1,
                        "nextPlannedAt": "2027-10-31T00:00:00Z", "pausedUntil": "2027-10-31T00:00:00Z"}]}
        """);
    console.open("#/schedules");
    assertThat(console.row("nightly")).containsText("paused for 4 h more, until 02:00");
  }

  private static Locator.FilterOptions withText(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static String invalid(Locator field) {
    return (String) field.evaluate("field => field.validationMessage");
  }

  /** Pixels with colour in the right half of the chart, where no bar is. */
  private Object strokesOnTheRight() {
    assertThat(page.locator(".plot canvas")).isVisible();
    return page.evaluate(
        """
        () => {
          const canvas = document.querySelector('.plot canvas');
          const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, 0, canvas.width / 2, canvas.height);
          return data.filter((value, index) => index % 4 === 3 && value > 0).length;
        }
        """);
  }

  @Test
  void closed_times_and_limits_are_told() {
    answers.put(
        "forecast",
        forecast(
            """
            "closedTimes": [{"queue": "a", "from": "2027-10-30T22:00:00Z", "until": "2027-10-31T07:00:00Z"}],
            "limits": [{"queue": "b", "text": "gets at most 6 jobs a minute"}],
            """));
    console.open(AGENDA);
    assertThat(console.main().locator("ul.hint li"))
        .hasText(
            new String[] {
              "a is closed from 2027-10-31 00:00 UTC+2 to 2027-10-31 08:00 UTC+1, when its work is counted",
              "b gets at most 6 jobs a minute, which is not calculated",
            });
  }

  private static String forecast(String more) {
    String intervals =
        IntStream.range(0, 24)
            .mapToObj(
                hour ->
                    "{\"at\": \"%s\", \"jobs\": 0, \"runs\": %d}"
                        .formatted(MIDNIGHT.plusSeconds(3_600L * hour), hour == 0 ? 10_000 : 0))
            .collect(Collectors.joining(","));
    return """
        {"from": "2027-10-30T22:00:00Z", "to": "2027-10-31T22:00:00Z", "step": "PT1H", "estimated": false, "leftOut": 0, %s
         "intervals": [%s], "clockChanges": %s, "collisions": [{"at": "2027-10-31T00:30:00Z", "runs": 2}],
         "runs": [{"queue": "a", "jobId": "flaky-billing", "at": "2027-10-31T00:00:00Z", "runs": 120},
                  {"queue": "a", "jobId": "nightly", "at": "2027-10-31T00:30:00Z", "runs": 1},
                  {"queue": "a", "jobId": "flaky-billing", "at": "2027-10-31T01:00:00Z", "runs": 120},
                  {"queue": "a", "jobId": "nightly", "at": "2027-10-31T01:30:00Z", "runs": 0, "change": "left-out", "reason": "%s"},
                  {"queue": "a", "jobId": "moved", "at": "2027-10-31T01:40:00Z", "runs": 1, "change": "shifted", "reason": "clocks go"},
                  {"queue": "a", "jobId": "both", "at": "2027-10-31T01:50:00Z", "runs": 1, "change": "twice", "reason": "clocks go"}]}
        """
        .formatted(more, intervals, CHANGES, BACK);
  }
}
