package org.goodtiming.scheduler.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  private final RecordedLog log = new RecordedLog();
  private boolean outage;
  private Duration now = Duration.ZERO;
  private final FailureLog failures = new FailureLog(log, e -> outage, () -> now.toNanos());

  @Test
  void a_failure_that_repeats_has_one_stack_trace_and_a_count_each_minute() {
    for (int second = 0; second <= 70; second++) {
      now = Duration.ofSeconds(second);
      failures.failed("SCHED-0000 no luck", new IllegalStateException("full"));
    }
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0000 no luck: IllegalStateException: full [trace]",
            "WARNING SCHED-0000 no luck: IllegalStateException: full (60 times since the last report)");
  }

  @Test
  void another_failure_is_logged_at_once() {
    failures.failed("SCHED-0000 no luck", new IllegalStateException("full"));
    failures.failed("SCHED-0000 no luck", new IllegalStateException("empty"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0000 no luck: IllegalStateException: full [trace]",
            "WARNING SCHED-0000 no luck: IllegalStateException: empty [trace]");
  }

  @Test
  void failures_that_alternate_have_one_stack_trace_each() {
    for (int second = 0; second <= 20; second++) {
      now = Duration.ofSeconds(second);
      failures.failed("SCHED-0000 row 1", new IllegalStateException("full"));
      failures.failed("SCHED-0000 row 2", new IllegalStateException("full"));
    }
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0000 row 1: IllegalStateException: full [trace]",
            "WARNING SCHED-0000 row 2: IllegalStateException: full [trace]");
  }

  @Test
  void nothing_is_logged_that_an_outage_explains() {
    outage = true;
    failures.failed("SCHED-0000 no luck", new IllegalStateException("full"));
    assertThat(log.lines()).isEmpty();
  }
}
