package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.chaos.AttemptedRuns.AttemptedRun;
import org.goodtiming.scheduler.chaos.AttemptedRuns.Figures;
import org.goodtiming.scheduler.chaos.RunLedger.Registration;
import org.goodtiming.scheduler.chaos.TrackedRuns.Run;
import org.goodtiming.scheduler.chaos.worker.Calculation;
import org.junit.jupiter.api.Test;

/** The suite would see a long run that is lost, hangs, ends twice or ends with another result. */
class AttemptedRunsTest {

  private static final Instant DUE = Instant.parse("2026-11-24T12:00:00Z");
  private static final Instant LATER = DUE.plusSeconds(1);
  private static final Calculation CALCULATION = new Calculation(5, 2);
  private static final String FIRST = "5029 by attempt 1";
  private static final String SECOND = "5029 by attempt 2";

  private final RunLedger ledger = new RunLedger();

  AttemptedRunsTest() {
    ledger.registered("a", new Registration(CALCULATION, DUE, true));
    ledger.registered("b", new Registration(CALCULATION, DUE, true));
    ledger.registered("uncertain", new Registration(CALCULATION, DUE, false));
  }

  @Test
  void a_result_is_that_of_all_steps_and_names_its_attempt() {
    assertThat(CALCULATION.result(1)).isEqualTo(FIRST);
    assertThat(Calculation.of(CALCULATION.text())).isEqualTo(CALCULATION);
  }

  @Test
  void runs_that_finish_with_the_result_of_their_latest_attempt_break_nothing() {
    var runs = runs(finished("a", 1, FIRST), finished("b", 2, SECOND));
    assertThat(runs.lost()).isEmpty();
    assertThat(runs.twice()).isEmpty();
    assertThat(runs.invented()).isEmpty();
    assertThat(runs.early()).isEmpty();
    assertThat(runs.hanging()).isEmpty();
    assertThat(runs.endedTwice()).isEmpty();
    assertThat(runs.wrong()).isEmpty();
    assertThat(runs.setBack()).isEmpty();
    assertThat(runs.figures()).isEqualTo(new Figures(2, 1));
  }

  @Test
  void an_acknowledged_run_without_an_execution_is_lost_and_an_uncertain_one_is_not() {
    assertThat(runs(finished("a", 1, FIRST)).lost()).containsExactly("b");
  }

  @Test
  void a_job_with_two_executions_ran_twice() {
    assertThat(runs(finished("a", 1, FIRST), finished("a", 1, FIRST)).twice()).containsExactly("a");
  }

  @Test
  void a_run_that_nobody_registered_is_invented() {
    assertThat(runs(finished("c", 1, FIRST)).invented()).containsExactly("c");
  }

  @Test
  void a_worker_that_reports_before_the_due_time_was_early() {
    var run = new AttemptedRun(ended(1, FIRST), "a", 1, DUE.minusMillis(1), 0);
    assertThat(runs(run).early()).containsExactly("a");
  }

  @Test
  void a_run_without_an_end_hangs() {
    var run = new AttemptedRun(new Run("f", "RUNNING", 0, null), "a", 1, LATER, 0);
    assertThat(runs(run).hanging()).containsExactly("a");
    assertThat(runs(run).wrong()).isEmpty();
  }

  @Test
  void two_ends_are_one_too_many() {
    var run = new AttemptedRun(new Run("f", "FINISHED", 2, FIRST), "a", 1, LATER, 0);
    assertThat(runs(run).endedTwice()).containsExactly("a");
  }

  @Test
  void an_error_a_wrong_result_and_the_result_of_an_earlier_attempt_are_wrong() {
    var error = new AttemptedRun(new Run("f", "ERROR", 1, FIRST), "a", 1, LATER, 0);
    assertThat(runs(error).wrong()).containsExactly("a");
    assertThat(runs(finished("a", 1, "5028 by attempt 1")).wrong()).containsExactly("a");
    assertThat(runs(finished("a", 2, FIRST)).wrong()).containsExactly("a");
    assertThat(runs(finished("a", 2, FIRST)).figures()).isEqualTo(Figures.NONE);
  }

  @Test
  void a_transition_of_an_earlier_attempt_after_a_later_one_is_a_setback() {
    var run = new AttemptedRun(ended(2, SECOND), "a", 2, LATER, 1);
    assertThat(runs(run).setBack()).containsExactly("a");
  }

  private static AttemptedRun finished(String jobId, int attempt, String result) {
    return new AttemptedRun(ended(attempt, result), jobId, attempt, LATER, 0);
  }

  private static Run ended(int attempt, String result) {
    return new Run("fire-" + attempt, "FINISHED", 1, result);
  }

  private AttemptedRuns runs(AttemptedRun... runs) {
    return new AttemptedRuns(List.of(runs), ledger);
  }
}
