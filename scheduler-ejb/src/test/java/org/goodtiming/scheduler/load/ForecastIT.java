package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.load.Forecast.Interval;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.load.Forecast.Runs;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jobs and schedules of the database that a forecast has. */
class ForecastIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ForecastQueries queries = new ForecastQueries(database.xa());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void jobs_and_runs_are_counted_in_their_intervals() {
    register(
        job("a", "1").dueAt("2100-01-01T10:00:00Z").build(),
        job("a", "2").dueAt("2100-01-01T10:59:59Z").build(),
        job("b", "3").dueAt("2100-01-01T12:00:00Z").build(),
        job("a", "before").dueAt("2100-01-01T09:59:59Z").build(),
        job("a", "after").dueAt("2100-01-01T13:00:00Z").build(),
        job("b", "half").recurring("cron:0 0/30 * ? * *", "2100-01-01T12:00:00Z").build());

    Forecast all = forecast(null);
    assertThat(all.intervals())
        .containsExactly(interval("10:00", 2, 0), interval("11:00", 0, 0), interval("12:00", 1, 2));
    assertThat(all.planned().runs())
        .extracting(runs -> runs.at() + " x " + runs.number())
        .containsExactly("2100-01-01T12:00:00Z x 2");
    assertThat(all.planned().reach()).isEqualTo(new Reach(null, null, 0));

    assertThat(forecast("a").intervals())
        .containsExactly(interval("10:00", 2, 0), interval("11:00", 0, 0), interval("12:00", 0, 0));
    assertThat(forecast("unknown").intervals())
        .allSatisfy(each -> assertThat(each.jobs() + each.runs()).isZero());
  }

  @Test
  void jobs_of_a_closed_queue_are_counted_when_it_opens() {
    register(
        job("a", "open").dueAt("2100-01-01T10:00:00Z").build(),
        job("a", "closed").dueAt("2100-01-01T10:30:00Z").build(),
        job("a", "later").dueAt("2100-01-01T11:59:59Z").build(),
        job("a", "at the opening").dueAt("2100-01-01T12:00:00Z").build(),
        job("a", "beyond").dueAt("2100-01-01T12:45:00Z").build(),
        job("b", "other").dueAt("2100-01-01T10:30:00Z").build());
    List<ClosedTime> closed =
        List.of(
            new ClosedTime("a", at("10:30"), at("12:00")),
            new ClosedTime("a", at("12:30"), at("13:30")));

    Forecast forecast = queries.forecast(range(null), ZoneOffset.UTC, closed, at("09:00"));
    assertThat(forecast.intervals())
        .containsExactly(interval("10:00", 2, 0), interval("11:00", 0, 0), interval("12:00", 3, 0));
    assertThat(forecast.estimated()).isFalse();
  }

  @Test
  void what_waits_in_a_queue_that_is_closed_now_is_counted_when_it_opens() {
    register(
        job("a", "waits").dueAt("2099-12-31T10:00:00Z").build(),
        job("a", "before").dueAt("2100-01-01T09:59:00Z").build(),
        job("b", "late").dueAt("2099-12-31T10:00:00Z").build());
    List<ClosedTime> closed = List.of(new ClosedTime("a", at("09:30"), at("11:00")));

    assertThat(queries.forecast(range(null), ZoneOffset.UTC, closed, at("09:45")).intervals())
        .containsExactly(interval("10:00", 0, 0), interval("11:00", 2, 0), interval("12:00", 0, 0));
    // Until it closes, the first one is dispatched
    assertThat(queries.forecast(range(null), ZoneOffset.UTC, closed, at("09:15")).intervals())
        .contains(interval("11:00", 1, 0));
  }

  @Test
  void a_held_job_and_a_schedule_that_is_paused_or_has_ended_do_not_count() {
    register(
        job("a", "held").dueAt("2100-01-01T10:00:00Z").build(),
        job("a", "paused").recurring("cron:0 0 * ? * *", "2100-01-01T10:00:00Z").build(),
        job("a", "resumed").recurring("cron:0 0 12 ? * *", "2100-01-01T12:00:00Z").build(),
        job("a", "ended").recurring("cron:0 0 * ? * *", "2100-01-01T10:00:00Z").build());
    database.execute(
        """
        UPDATE scheduler.job SET eligible_at = '9999-12-31T00:00:00Z', held_at = clock_timestamp() WHERE job_id = 'held';
        UPDATE scheduler.schedule SET state = 'PAUSED' WHERE job_id IN ('paused', 'resumed');
        UPDATE scheduler.schedule SET paused_until = clock_timestamp() - interval 'PT1S' WHERE job_id = 'resumed';
        UPDATE scheduler.schedule SET state = 'ENDED', next_planned_at = NULL WHERE job_id = 'ended'
        """);

    Forecast forecast = forecast(null);
    assertThat(forecast.planned().runs())
        .extracting(runs -> runs.key().jobId())
        .containsExactly("resumed");
    assertThat(forecast.intervals().stream().mapToLong(Interval::jobs).sum()).isZero();
  }

  @Test
  void runs_follow_the_named_calendars_of_their_schedules() {
    database.execute(
        "INSERT INTO scheduler.calendar (name, excludes) VALUES ('noon', 'daily:11:30-12:30')");
    register(job("a", "1").recurring("cron:0 0 * ? * *", "2100-01-01T10:00:00Z").build());
    database.execute(
        "UPDATE scheduler.schedule SET recurrence = 'cron:0 0 * ? * * except=calendar:noon'");

    assertThat(forecast(null).planned().runs())
        .extracting(Runs::at)
        .containsExactly(at("10:00"), at("11:00"));
  }

  @Test
  void a_recurrence_that_cannot_be_read_is_left_out() {
    register(job("a", "1").recurring("cron:0 0 * ? * *", "2100-01-01T10:00:00Z").build());
    database.execute(
        "UPDATE scheduler.schedule SET recurrence = 'cron:0 0 * ? * * except=calendar:gone'");

    Forecast forecast = forecast(null);
    assertThat(forecast.planned().runs()).isEmpty();
    assertThat(forecast.planned().reach()).isEqualTo(new Reach(null, null, 1));
  }

  @Test
  void jobs_beyond_the_limit_are_estimated_from_the_statistics_of_the_database() {
    register(job("b", "first").dueAt("2100-01-01T10:00:00Z").build());
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT CASE n % 4 WHEN 0 THEN 'b' ELSE 'a' END, 'job-' || n, t, t, 4, true, '', t
          FROM generate_series(1, 8000) n, LATERAL (SELECT timestamptz '2100-01-01T11:00:00Z' + n * interval '0.9 s' AS t) due;
        ANALYZE scheduler.job
        """);

    List<Long> all = estimated(range(null), 100);
    assertThat(all.get(0)).isEqualTo(1);
    assertThat(all.get(1)).isBetween(3_200L, 4_800L);
    assertThat(all.get(2)).isBetween(3_200L, 4_800L);
    assertThat(estimated(range("b"), 100).get(2)).isBetween(600L, 1_400L);
    ForecastRange single = new ForecastRange(at("11:00"), at("13:00"), Duration.ofHours(2), null);
    assertThat(estimated(single, 100)).hasSize(1).allMatch(jobs -> jobs > 6_400 && jobs < 9_600);

    IntervalCounts counted = new DueJobCounts(database.xa()).count(range(null), Openings.ALWAYS);
    assertThat(counted).isEqualTo(new IntervalCounts(List.of(1L, 3_999L, 4_000L), false));
  }

  private List<Long> estimated(ForecastRange range, int mostJobs) {
    IntervalCounts jobs = new DueJobCounts(database.xa(), mostJobs).count(range, Openings.ALWAYS);
    assertThat(jobs.estimated()).isTrue();
    return jobs.counts();
  }

  @Test
  void no_estimate_is_less_than_what_was_counted() {
    register(
        IntStream.range(0, 9)
            .mapToObj(i -> job("a", "job " + i).dueAt("2100-01-01T11:00:00Z").build())
            .toArray(NewJob[]::new));
    database.execute(
        "ANALYZE scheduler.job; UPDATE scheduler.job SET eligible_at = '2100-01-01T10:00:00Z'");

    assertThat(estimated(range(null), 5).get(0)).isGreaterThanOrEqualTo(5);
  }

  @Test
  void the_numbers_end_before_the_runs_of_schedules_beyond_the_limit() {
    register(
        job("a", "1").recurring("cron:0 0 12 ? * *", "2100-01-01T12:00:00Z").build(),
        job("a", "2").recurring("cron:0 0 10 ? * *", "2100-01-01T10:00:00Z").build(),
        job("a", "3").recurring("cron:0 0 11 ? * *", "2100-01-01T11:00:00Z").build());

    Planned planned =
        new WaitingSchedules(database.xa(), 2).runs(range(null), ZoneOffset.UTC, Openings.ALWAYS);
    assertThat(planned.runs()).extracting(runs -> runs.key().jobId()).containsExactly("2", "3");
    assertThat(planned.reach()).isEqualTo(new Reach(at("11:00"), at("11:00"), 0));
  }

  private void register(NewJob... jobs) {
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(jobs));
  }

  private Forecast forecast(@Nullable String queue) {
    return queries.forecast(range(queue), ZoneOffset.UTC, List.of(), Instant.EPOCH);
  }

  private static ForecastRange range(@Nullable String queue) {
    return new ForecastRange(at("10:00"), at("13:00"), Duration.ofHours(1), queue);
  }

  private static Interval interval(String time, long jobs, long runs) {
    return new Interval(at(time), jobs, runs);
  }

  private static Instant at(String time) {
    return Instant.parse("2100-01-01T" + time + ":00Z");
  }
}
