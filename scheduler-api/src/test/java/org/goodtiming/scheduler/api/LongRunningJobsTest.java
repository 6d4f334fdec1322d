package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongRunningJobsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Test
  void a_timeout_lies_between_ten_seconds_and_a_year() {
    assertThatCode(() -> LongRunningJobs.requirePossible(TIMEOUT, 1)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT.minusNanos(1), 1))
        .withMessage("SCHED-0816 timeout is PT9.999999999S but must lie between PT10S and P366D");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(Duration.ofDays(367), 1))
        .withMessageContaining("PT8808H");
  }

  @Test
  void a_run_has_between_one_and_a_thousand_attempts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT, 0))
        .withMessage("SCHED-0816 maxAttempts is 0 but must lie between 1 and 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT, 1_001))
        .withMessageContaining("1001");
  }
}
