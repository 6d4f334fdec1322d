package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.dispatch.FailurePolicy.Blame;
import org.goodtiming.scheduler.dispatch.FailurePolicy.Tries;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of ADR 0004. */
class FailurePolicyTest {

  private final FailurePolicy policy =
      new FailurePolicy(
          5,
          new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10)));

  @ParameterizedTest(name = "{0} failures of the queue before, {1} taken, {2} failed -> {3}")
  @CsvSource({
    "0, 0, 0, NOBODY, false",
    "0, 7, 0, NOBODY, false",
    "0, 1, 1, JOBS, false",
    "0, 1, 99, JOBS, false",
    "0, 0, 1, QUEUE, false",
    "0, 0, 3, QUEUE, false",
    "2, 0, 0, NOBODY, false",
    "2, 0, 1, QUEUE, false",
    "2, 1, 0, NOBODY, true"
  })
  void a_job_is_to_blame_only_if_its_queue_took_another_one(
      int queueFailures, int taken, int failed, Blame blame, boolean recovered) {
    Tries tries = new Tries(queueFailures, taken, failed, 0);
    assertThat(policy.blame(tries)).isEqualTo(blame);
    assertThat(policy.queueHasRecovered(tries)).isEqualTo(recovered);
  }

  @ParameterizedTest(name = "{0} taken, {1} failed, time is up: {2} -> {3}")
  @CsvSource({
    "0, 0, false, true",
    "0, 0, true, true",
    "0, 2, false, true",
    "0, 3, false, false",
    "0, 1, true, false",
    "1, 0, true, false",
    "1, 3, false, true",
    "1, 99, false, true"
  })
  void jobs_are_tried_until_the_time_is_up_or_three_in_a_row_have_failed(
      int taken, int failed, boolean timeIsUp, boolean another) {
    assertThat(policy.triesAnother(new Tries(0, taken, failed, 0), timeIsUp)).isEqualTo(another);
  }

  @ParameterizedTest
  @CsvSource({"0, PT1S", "1, PT2S", "2, PT4S", "4, PT10S", "100, PT10S"})
  void a_queue_that_takes_nothing_rests_longer_each_time(int queueFailures, Duration rest) {
    assertThat(policy.queueRest(new Tries(queueFailures, 0, 1, 0))).isEqualTo(rest);
  }

  @ParameterizedTest
  @CsvSource({"1, false, PT1S", "2, false, PT2S", "4, false, PT8S", "5, true, PT16S"})
  void a_job_waits_longer_each_time_and_is_exhausted_after_its_attempts(
      int attempts, boolean exhausted, Duration wait) {
    assertThat(policy.isExhausted(attempts)).isEqualTo(exhausted);
    assertThat(policy.jobWait(attempts)).isEqualTo(wait);
  }
}
