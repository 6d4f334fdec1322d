package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.junit.jupiter.api.Test;

class TrafficOutcomeTest {

  @Test
  void a_registered_job_that_never_came_is_lost() {
    assertThat(outcome(100, 97, 0, 0).lost()).isEqualTo(3);
  }

  @Test
  void it_is_clean_if_every_job_came_once_and_none_early() {
    assertThat(outcome(100, 100, 0, 0).clean()).isTrue();
    assertThat(outcome(100, 99, 0, 0).clean()).isFalse();
    assertThat(outcome(100, 100, 1, 0).clean()).isFalse();
    assertThat(outcome(100, 100, 0, 1).clean()).isFalse();
  }

  private static Traffic.Outcome outcome(int registered, int arrived, int twice, int early) {
    return new Traffic.Outcome(registered, arrived, twice, early, 0, Lateness.NONE);
  }
}
