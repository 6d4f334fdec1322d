package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.load.Forecast.Counted;
import org.goodtiming.scheduler.load.Forecast.Run;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.schedule.Plan;
import org.junit.jupiter.api.Test;

class PlannedRunsTest {

  @Test
  void runs_of_several_schedules_come_in_the_order_of_their_times() {
    Counted<List<Run>> runs =
        runs(
            "2026-12-01T10:00:00Z",
            "2026-12-01T11:00:00Z",
            next("b", "every:PT20M start=2026-12-01T00:00:00Z", "2026-12-01T10:00:00Z", 3),
            next("a", "cron:0 0/30 * ? * *", "2026-12-01T10:00:00Z", 0));

    assertThat(runs.found())
        .extracting(run -> run.key().jobId() + " " + run.at())
        .containsExactly(
            "a 2026-12-01T10:00:00Z",
            "b 2026-12-01T10:00:00Z",
            "b 2026-12-01T10:20:00Z",
            "a 2026-12-01T10:30:00Z",
            "b 2026-12-01T10:40:00Z");
    assertThat(runs.leftOut()).isZero();
  }

  /** The clock of Berlin goes from 2:00 to 3:00 on 28 March 2027. */
  @Test
  void a_clock_change_moves_the_runs() {
    Counted<List<Run>> runs =
        runs(
            "2027-03-27T00:00:00Z",
            "2027-03-30T00:00:00Z",
            next("a", "cron:0 0 6 ? * * zone=Europe/Berlin", "2027-03-27T05:00:00Z", 0));

    assertThat(runs.found())
        .extracting(run -> run.at().toString())
        .containsExactly("2027-03-27T05:00:00Z", "2027-03-28T04:00:00Z", "2027-03-29T04:00:00Z");
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

    assertThat(runs("2026-12-04T00:00:00Z", "2026-12-08T00:00:00Z", friday).found())
        .extracting(run -> run.at().toString())
        .containsExactly("2026-12-04T06:00:00Z", "2026-12-07T06:00:00Z");
  }

  @Test
  void runs_before_the_range_count_towards_the_number_of_runs() {
    Counted<List<Run>> runs =
        runs(
            "2026-12-01T12:00:00Z",
            "2026-12-02T00:00:00Z",
            next("a", "cron:0 0 * ? * * times=5", "2026-12-01T10:00:00Z", 1));

    assertThat(runs.found())
        .extracting(run -> run.at().toString())
        .containsExactly("2026-12-01T12:00:00Z", "2026-12-01T13:00:00Z");
  }

  @Test
  void a_schedule_that_is_late_goes_on_in_the_range() {
    Counted<List<Run>> runs =
        runs(
            "2026-12-01T10:00:00Z",
            "2026-12-01T11:00:00Z",
            next("a", "every:PT1H start=2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", 0));

    assertThat(runs.found())
        .extracting(run -> run.at().toString())
        .containsExactly("2026-12-01T10:00:00Z");
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

    assertThat(runs("9999-12-30T00:00:00Z", "9999-12-31T12:00:00Z", next).found()).hasSize(1);
  }

  @Test
  void the_earliest_ten_thousand_runs_are_calculated() {
    Counted<List<Run>> runs =
        runs(
            "2026-12-01T00:00:00Z",
            "2026-12-02T00:00:00Z",
            next("a", "every:PT1S start=2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z", 0),
            next("b", "cron:0 0 6 ? * *", "2026-12-01T06:00:00Z", 0));

    assertThat(runs.found()).hasSize(PlannedRuns.MAX_RUNS);
    assertThat(runs.found().get(PlannedRuns.MAX_RUNS - 1).at()).isEqualTo("2026-12-01T02:46:39Z");
    assertThat(runs.leftOut()).isEqualTo(2);
  }

  /** Runs are counted one by one only if their number is limited. */
  @Test
  void a_schedule_is_left_out_if_too_many_runs_are_before_the_range() {
    String seconds = "every:PT1S start=2026-12-01T00:00:00Z times=9999";
    Counted<List<Run>> runs =
        runs(
            "2026-12-01T02:45:00Z",
            "2026-12-01T02:45:01Z",
            next("a", seconds, "2026-12-01T00:00:00Z", 0),
            next("b", seconds, "2026-12-01T00:00:00Z", 0),
            next("c", seconds, "2026-12-01T00:00:00Z", 0),
            next("d", "cron:0 45 * ? * *", "2026-12-01T00:45:00Z", 0));

    assertThat(runs.found()).extracting(run -> run.key().jobId()).containsExactly("a", "b", "d");
    assertThat(runs.leftOut()).isEqualTo(1);
  }

  private static Counted<List<Run>> runs(String from, String to, PlannedRuns.Next... schedules) {
    ForecastRange range =
        new ForecastRange(Instant.parse(from), Instant.parse(to), Duration.ofHours(1), null);
    return new PlannedRuns(range).of(List.of(schedules));
  }

  private static PlannedRuns.Next next(String id, String recurrence, String planned, int runs) {
    return new PlannedRuns.Next(
        new JobKey("a", id),
        new Plan(Recurrence.parse(recurrence), Misfire.FIRE_ONCE),
        Instant.parse(planned),
        runs);
  }
}
