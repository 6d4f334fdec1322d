package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.load.Forecast.Collision;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.schedule.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedRunsTest {

  private static final Reach COMPLETE = new Reach(null, null, 0);

  /** Every second of a day, in a way that cannot be counted without a search. */
  private static final String SEARCHED_SECONDS =
      "every:PT1S start=2026-12-01T00:00:00Z exdate=20270101T000000Z";

  @Test
  void runs_of_an_hour_are_one_line_in_the_order_of_the_first() {
    Planned planned =
        planned(
            "2026-12-01T10:10:00Z",
            "2026-12-01T12:00:00Z",
            next("b", "every:PT20M start=2026-12-01T00:00:00Z", "2026-12-01T10:20:00Z", 3),
            next("a", "cron:0 0/30 * ? * *", "2026-12-01T10:30:00Z", 0));

    assertThat(lines(planned))
        .containsExactly(
            "b 2026-12-01T10:20:00Z x 2",
            "a 2026-12-01T10:30:00Z x 1",
            "a 2026-12-01T11:00:00Z x 2",
            "b 2026-12-01T11:00:00Z x 3");
    assertThat(planned.counts()).containsExactly(5L, 3L);
    assertThat(planned.reach()).isEqualTo(COMPLETE);
  }

  @Test
  void runs_of_several_schedules_that_start_in_the_same_minute_collide() {
    Planned planned =
        planned(
            "2026-12-01T10:00:00Z",
            "2026-12-01T12:00:00Z",
            next("a", "cron:0,20 0 * ? * *", "2026-12-01T10:00:00Z", 0),
            next("b", "cron:59 0 * ? * *", "2026-12-01T10:00:59Z", 0),
            next("c", "cron:0 0 11 ? * *", "2026-12-01T11:00:00Z", 0),
            next("d", "cron:0,1 1 * ? * *", "2026-12-01T10:01:00Z", 0));

    assertThat(planned.collisions())
        .containsExactly(
            new Collision(Instant.parse("2026-12-01T11:00:00Z"), 3),
            new Collision(Instant.parse("2026-12-01T10:00:00Z"), 2));
  }

  @Test
  void the_largest_twenty_collisions_are_reported() {
    Planned planned =
        planned(
            "2026-12-01T10:00:00Z",
            "2026-12-01T11:00:00Z",
            next("a", "every:PT1M", "2026-12-01T10:00:00Z", 0),
            next("b", "every:PT1M", "2026-12-01T10:00:00Z", 0));

    assertThat(planned.collisions())
        .hasSize(20)
        .startsWith(new Collision(Instant.parse("2026-12-01T10:00:00Z"), 2));
  }

  @Test
  void all_runs_count_and_the_first_five_hundred_lines_are_listed() {
    PlannedRuns.Next[] hourly =
        IntStream.range(0, 60)
            .mapToObj(i -> next("a" + i, "every:PT1H", "2026-12-01T00:00:00Z", 0))
            .toArray(PlannedRuns.Next[]::new);
    Planned planned = planned("2026-12-01T00:00:00Z", "2026-12-01T10:00:00Z", hourly);

    assertThat(planned.counts()).hasSize(10).containsOnly(60L);
    assertThat(planned.runs()).hasSize(RunsByHour.MAX_RUNS);
  }

  /** The clock of Berlin goes from 2:00 to 3:00 on 28 March 2027. */
  @Test
  void a_clock_change_moves_the_runs() {
    Planned planned =
        planned(
            "2027-03-27T00:00:00Z",
            "2027-03-30T00:00:00Z",
            next("a", "cron:0 0 6 ? * * zone=Europe/Berlin", "2027-03-27T05:00:00Z", 0));

    assertThat(lines(planned))
        .containsExactly(
            "a 2027-03-27T05:00:00Z x 1",
            "a 2027-03-28T04:00:00Z x 1",
            "a 2027-03-29T04:00:00Z x 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Europe/Berlin | 2027-03-28 | cron:0 30 2 ? * * | 2027-03-28T01:00:00Z x 1 SHIFTED",
        "Europe/Berlin | 2027-03-28 | cron:0 30 2 ? * * gap=skip | 2027-03-28T01:00:00Z x 0 LEFT_OUT",
        "Europe/Berlin | 2027-03-28 | cron:0 30 2 ? * * gap=shift | 2027-03-28T01:30:00Z x 1 SHIFTED",
        "Europe/Berlin | 2027-10-31 | cron:0 30 2 ? * * | 2027-10-31T00:30:00Z x 1, 2027-10-31T01:30:00Z x 0 LEFT_OUT",
        "Europe/Berlin | 2027-10-31 | cron:0 30 2 ? * * overlap=both | 2027-10-31T00:30:00Z x 1 TWICE, 2027-10-31T01:30:00Z x 1 TWICE",
        "Europe/Berlin | 2027-10-31 | cron:0 0/30 2 ? * * | 2027-10-31T00:00:00Z x 2, 2027-10-31T01:00:00Z x 2",
        "Australia/Lord_Howe | 2027-10-03 | cron:0 15 2 ? * * | 2027-10-02T15:30:00Z x 1 SHIFTED",
        "Australia/Lord_Howe | 2027-04-04 | cron:0 45 1 ? * * | 2027-04-03T14:45:00Z x 1, 2027-04-03T15:15:00Z x 0 LEFT_OUT",
      })
  void what_a_clock_change_does_to_a_run_is_told(
      ZoneId zone, String date, String recurrence, String expected) {
    Instant from = Instant.parse(date + "T00:00:00Z").minus(Duration.ofHours(12));
    Recurrence own = Recurrence.parse(recurrence).zone(zone);
    PlannedRuns.Next next = next("a", own.toString(), own.next(from).orElseThrow().toString(), 0);
    ForecastRange range =
        new ForecastRange(from, from.plus(Duration.ofHours(16)), Duration.ofHours(1), null);

    Planned planned = new PlannedRuns(range, zone, Openings.ALWAYS).of(List.of(next));
    assertThat(planned.runs())
        .extracting(
            runs ->
                "%s x %d%s"
                    .formatted(
                        runs.at(),
                        runs.number(),
                        runs.change() == null ? "" : " " + runs.change().kind()))
        .containsExactly(expected.split(", ?"));
    assertThat(planned.runs())
        .filteredOn(runs -> runs.change() != null)
        .allSatisfy(runs -> assertThat(runs.change().reason()).contains("clocks go"));
  }

  @Test
  void clock_changes_of_the_range_and_the_next_one_are_told() {
    Planned planned =
        planned(
            "2027-03-28T00:00:00Z",
            "2027-03-29T00:00:00Z",
            next("a", "cron:0 0 6 ? * * zone=Europe/Berlin", "2027-03-28T04:00:00Z", 0),
            next("b", "cron:0 0 6 ? * * zone=Australia/Lord_Howe", "2027-03-28T19:00:00Z", 0));

    assertThat(planned.clockChanges())
        .extracting(change -> change.at() + " " + change.zone())
        .containsExactly(
            "2027-03-28T01:00:00Z Europe/Berlin", "2027-04-03T15:00:00Z Australia/Lord_Howe");
  }

  @Test
  void an_hour_that_comes_twice_has_two_lines() {
    ForecastRange range =
        new ForecastRange(
            Instant.parse("2027-10-30T23:00:00Z"),
            Instant.parse("2027-10-31T03:00:00Z"),
            Duration.ofHours(1),
            null);
    PlannedRuns.Next next = next("a", "every:PT10M", "2027-10-30T23:00:00Z", 0);

    assertThat(
            lines(
                new PlannedRuns(range, ZoneId.of("Europe/Berlin"), Openings.ALWAYS)
                    .of(List.of(next))))
        .containsExactly(
            "a 2027-10-30T23:00:00Z x 6",
            "a 2027-10-31T00:00:00Z x 6",
            "a 2027-10-31T01:00:00Z x 6",
            "a 2027-10-31T02:00:00Z x 6");
  }

  @Test
  void a_calendar_excludes_runs() {
    Recurrence daily =
        Recurrence.parse(
            "cron:0 0 6 ? * * except=calendar:company",
            name -> Optional.of(ExclusionCalendar.parse("weekly:SAT,SUN")));
    PlannedRuns.Next friday =
        new PlannedRuns.Next(
            new JobKey("a", "a"),
            new Plan(daily, Misfire.FIRE_ONCE),
            Instant.parse("2026-12-04T06:00:00Z"),
            0);

    assertThat(lines(planned("2026-12-04T00:00:00Z", "2026-12-08T00:00:00Z", friday)))
        .containsExactly("a 2026-12-04T06:00:00Z x 1", "a 2026-12-07T06:00:00Z x 1");
  }

  @Test
  void runs_before_the_range_count_towards_the_number_of_runs() {
    Planned planned =
        planned(
            "2026-12-01T12:00:00Z",
            "2026-12-02T00:00:00Z",
            next("a", "cron:0 0 * ? * * times=5", "2026-12-01T10:00:00Z", 1));

    assertThat(lines(planned))
        .containsExactly("a 2026-12-01T12:00:00Z x 1", "a 2026-12-01T13:00:00Z x 1");
  }

  @Test
  void a_schedule_that_is_late_goes_on_in_the_range() {
    Planned planned =
        planned(
            "2026-12-01T10:00:00Z",
            "2026-12-01T11:00:00Z",
            next("a", "every:PT1H start=2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", 0));

    assertThat(lines(planned)).containsExactly("a 2026-12-01T10:00:00Z x 1");
  }

  @Test
  void a_calendar_that_excludes_all_times_leaves_no_run() {
    Recurrence never =
        Recurrence.parse(
            "every:PT1S except=calendar:none",
            name -> Optional.of(ExclusionCalendar.parse("weekly:MON,TUE,WED,THU,FRI,SAT,SUN")));
    Instant last = Instant.parse("9999-12-31T00:00:00Z");
    PlannedRuns.Next next =
        new PlannedRuns.Next(new JobKey("a", "a"), new Plan(never, Misfire.FIRE_ONCE), last, 0);

    assertThat(sum(planned("9999-12-30T00:00:00Z", "9999-12-31T12:00:00Z", next))).isEqualTo(1);
  }

  /** A hundred schedules with 8,640 runs each, of which the search reaches the first hours. */
  @Test
  void rates_and_crons_are_counted_beyond_the_search() {
    List<PlannedRuns.Next> schedules = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      schedules.add(next("rate " + i, "every:PT10S", "2026-12-01T00:00:00Z", 0));
      schedules.add(next("cron " + i, "cron:0/10 * * ? * *", "2026-12-01T00:00:00Z", 0));
    }
    Planned planned =
        planned(
            "2026-12-01T00:00:00Z",
            "2026-12-02T00:00:00Z",
            schedules.toArray(PlannedRuns.Next[]::new));

    assertThat(planned.counts()).hasSize(24).containsOnly(36_000L);
    assertThat(planned.reach().counted()).isNull();
    assertThat(planned.reach().searched())
        .isEqualTo(
            Instant.parse("2026-12-01T00:00:00Z")
                .plusSeconds(60L * PlannedRuns.MAX_SEARCHES / 100));
    assertThat(planned.runs()).allMatch(runs -> runs.number() == 360);
  }

  @Test
  void where_the_numbers_end_is_told_if_runs_need_a_search() {
    Planned planned =
        planned(
            "2026-12-01T00:00:00Z",
            "2026-12-02T00:00:00Z",
            next("a", SEARCHED_SECONDS, "2026-12-01T00:00:00Z", 0),
            next("b", "cron:0 0 12 ? * *", "2026-12-01T12:00:00Z", 0));

    Instant end = Instant.parse("2026-12-01T00:00:00Z").plusSeconds(PlannedRuns.MAX_SEARCHES);
    assertThat(planned.reach()).isEqualTo(new Reach(end, end, 0));
    assertThat(sum(planned)).isEqualTo(PlannedRuns.MAX_SEARCHES + 1);
    assertThat(planned.counts().get(12)).isEqualTo(1);
    assertThat(lines(planned)).hasSize(9).endsWith("a 2026-12-01T08:00:00Z x 1200");
  }

  @Test
  void where_the_numbers_end_is_told_if_too_many_intervals_need_a_count() {
    ForecastRange range =
        new ForecastRange(
            Instant.parse("2026-12-01T00:00:00Z"),
            Instant.parse("2026-12-02T00:00:00Z"),
            Duration.ofMinutes(1),
            null);
    List<PlannedRuns.Next> schedules =
        IntStream.range(0, 1_000)
            .mapToObj(i -> next("a" + i, "every:PT30S", "2026-12-01T00:00:00Z", 0))
            .toList();

    Planned planned = new PlannedRuns(range, ZoneId.of("UTC"), Openings.ALWAYS).of(schedules);
    long counted = (PlannedRuns.MAX_SEARCHES + PlannedRuns.MAX_COUNTS) / 1_000;
    assertThat(planned.reach().counted()).isEqualTo(range.start((int) counted));
    assertThat(sum(planned)).isEqualTo(counted * 2_000);
  }

  /** Runs are counted one by one only if their number is limited. */
  @Test
  void a_schedule_is_left_out_if_too_many_runs_are_before_the_range() {
    String seconds = "every:PT1S start=2026-12-01T00:00:00Z times=9999";
    Planned planned =
        planned(
            "2026-12-01T02:45:00Z",
            "2026-12-01T02:45:01Z",
            next("a", seconds, "2026-12-01T00:00:00Z", 0),
            next("b", seconds, "2026-12-01T00:00:00Z", 0),
            next("c", seconds, "2026-12-01T00:00:00Z", 0),
            next("d", "cron:0 45 * ? * *", "2026-12-01T00:45:00Z", 0));

    assertThat(planned.runs())
        .extracting(runs -> runs.key().jobId())
        .containsExactly("a", "b", "d");
    assertThat(planned.reach()).isEqualTo(new Reach(null, null, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "every:PT30M start=2026-12-01T00:00:00Z | fire-once | 2 1 0 2 2",
        "every:PT30M start=2026-12-01T00:00:00Z | skip | 2 1 0 1 2",
        "every:PT30M start=2026-12-01T00:00:00Z | fire-all | 2 1 0 5 2",
        "every:PT30M start=2026-12-01T00:00:00Z | fire-all/PT1H | 2 1 0 4 2",
        "every:PT30M start=2026-12-01T00:00:00Z exdate=20270101T000000Z | fire-all | 2 1 0 5 2",
        "every:PT30M start=2026-12-01T00:00:00Z exdate=20270101T000000Z | fire-all/PT1H | 2 1 0 4 2",
        "every:PT30M start=2026-12-01T00:00:00Z times=100 | fire-once | 2 1 0 2 2",
      })
  void runs_of_a_closed_queue_wait_for_its_opening_by_their_misfire_policy(
      String recurrence, String misfire, String expected) {
    PlannedRuns.Next next = misfiring(recurrence, misfire, "2026-12-01T08:00:00Z");
    Planned planned = closed("11:30", "13:20", "2026-12-01T10:00:00Z", next);

    assertThat(planned.counts()).isEqualTo(numbers(expected));
    // The same numbers if the runs are too many to be searched for
    List<PlannedRuns.Next> others =
        IntStream.range(0, PlannedRuns.MAX_SEARCHES / 2)
            .mapToObj(
                i ->
                    new PlannedRuns.Next(
                        new JobKey("busy", "b" + i),
                        next.plan(),
                        Instant.parse("2026-12-01T10:00:00Z"),
                        0))
            .toList();
    if (next.isCountable()) {
      List<PlannedRuns.Next> all = new ArrayList<>(others);
      all.add(next);
      Planned counted =
          closed("11:30", "13:20", "2026-12-01T10:00:00Z", all.toArray(PlannedRuns.Next[]::new));
      assertThat(counted.reach().searched()).isNotNull();
      for (int i = 0; i < 5; i++) {
        assertThat(counted.counts().get(i) - PlannedRuns.MAX_SEARCHES)
            .isEqualTo(numbers(expected).get(i));
      }
    }
  }

  @Test
  void runs_that_wait_for_an_opening_are_searched_for_up_to_a_limit_which_is_told() {
    PlannedRuns.Next seconds = misfiring(SEARCHED_SECONDS, "fire-all", "2026-12-01T10:00:00Z");
    Planned planned = closed("10:00", "11:00", "2026-12-01T10:00:00Z", seconds);
    assertThat(planned.counts()).startsWith(0L, 4_601L);
    assertThat(planned.reach().counted()).isEqualTo("2026-12-01T11:00:00Z");

    PlannedRuns.Next[] many =
        IntStream.range(0, 100).mapToObj(i -> seconds).toArray(PlannedRuns.Next[]::new);
    Instant opening = Instant.parse("2026-12-01T10:00:00Z");
    assertThat(closed("10:00", "11:00", "2026-12-01T10:00:00Z", many).reach())
        .as("where the search ends: before the opening")
        .isEqualTo(new Reach(opening, opening, 0));
  }

  @Test
  void a_run_that_waits_now_is_due_at_the_opening_and_one_beyond_the_range_does_not_count() {
    PlannedRuns.Next waiting = misfiring("cron:0 0 6 ? * *", "fire-once", "2026-12-01T06:00:00Z");
    assertThat(lines(closed("05:00", "11:15", "2026-12-01T10:00:00Z", waiting)))
        .containsExactly("b 2026-12-01T11:15:00Z x 1");
    assertThat(closed("05:00", "23:00", "2026-12-01T10:00:00Z", waiting).counts()).containsOnly(0L);
    // Before this closed time the queue is open
    assertThat(closed("07:00", "11:15", "2026-12-01T05:00:00Z", waiting).counts()).containsOnly(0L);
  }

  private static List<Long> numbers(String text) {
    return Stream.of(text.split(" ")).map(Long::valueOf).toList();
  }

  private static PlannedRuns.Next misfiring(String recurrence, String misfire, String planned) {
    return new PlannedRuns.Next(
        new JobKey("closing", "b"),
        new Plan(Recurrence.parse(recurrence), Misfire.named(misfire).orElseThrow()),
        Instant.parse(planned),
        0);
  }

  private static Planned closed(
      String from, String until, String now, PlannedRuns.Next... schedules) {
    ForecastRange range =
        new ForecastRange(
            Instant.parse("2026-12-01T10:00:00Z"),
            Instant.parse("2026-12-01T15:00:00Z"),
            Duration.ofHours(1),
            null);
    ClosedTime closed =
        new ClosedTime(
            "closing",
            Instant.parse("2026-12-01T%s:00Z".formatted(from)),
            Instant.parse("2026-12-01T%s:00Z".formatted(until)));
    return new PlannedRuns(
            range, ZoneId.of("UTC"), new Openings(List.of(closed), Instant.parse(now)))
        .of(List.of(schedules));
  }

  private static List<String> lines(Planned planned) {
    return planned.runs().stream()
        .map(runs -> "%s %s x %d".formatted(runs.key().jobId(), runs.at(), runs.number()))
        .toList();
  }

  private static long sum(Planned planned) {
    return planned.counts().stream().mapToLong(Long::longValue).sum();
  }

  private static Planned planned(String from, String to, PlannedRuns.Next... schedules) {
    ForecastRange range =
        new ForecastRange(Instant.parse(from), Instant.parse(to), Duration.ofHours(1), null);
    return new PlannedRuns(range, ZoneId.of("UTC"), Openings.ALWAYS).of(List.of(schedules));
  }

  private static PlannedRuns.Next next(String id, String recurrence, String planned, int runs) {
    return new PlannedRuns.Next(
        new JobKey("a", id),
        new Plan(Recurrence.parse(recurrence), Misfire.FIRE_ONCE),
        Instant.parse(planned),
        runs);
  }
}
