package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimetableTest {

  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

  @Test
  void jobs_come_at_an_even_pace_without_a_sum_of_roundings() {
    var day = new Timetable(START, Duration.ofMinutes(10), 200_000, Duration.ofSeconds(30));
    assertThat(day.placed(0)).isEqualTo(START);
    assertThat(day.placed(1)).isEqualTo(START.plusNanos(3_000_000));
    assertThat(day.placed(100_000)).isEqualTo(START.plusSeconds(300));
  }

  @Test
  void each_job_is_due_after_the_delay_in_whole_milliseconds() {
    var jobs = new Timetable(START, Duration.ofSeconds(1), 3, Duration.ofSeconds(30)).all();
    assertThat(jobs).hasSize(3);
    assertThat(jobs.get(1).due()).isEqualTo(START.plusSeconds(30).plusMillis(333));
    assertThat(jobs.get(2).number()).isEqualTo(2);
  }

  @Test
  void a_pace_gives_the_span() {
    assertThat(Timetable.perSecond(START, 100, 3_000, Duration.ZERO).span())
        .isEqualTo(Duration.ofSeconds(30));
  }
}
