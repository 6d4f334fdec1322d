package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.chaos.ReportLedger.Outcome;
import org.goodtiming.scheduler.chaos.TrackedRuns.Run;
import org.junit.jupiter.api.Test;

/** The suite would see a run that hangs or ends twice, and a result that is lost or invented. */
class TrackedRunsTest {

  private final ReportLedger reports = new ReportLedger();

  @Test
  void a_run_whose_committed_result_is_stored_breaks_nothing() {
    reported("f", "a", Outcome.COMMITTED);
    assertHolds(new Run("f", "FINISHED", 1, "a"));
  }

  @Test
  void a_run_that_was_cancelled_before_any_worker_got_it_breaks_nothing() {
    assertHolds(new Run("f", "CANCELLED", 1, null));
  }

  @Test
  void a_run_in_an_open_state_or_without_an_end_hangs() {
    var runs =
        runs(
            new Run("submitted", "SUBMITTED", 0, null),
            new Run("dispatched", "DISPATCHED", 0, null),
            new Run("running", "RUNNING", 0, null),
            new Run("without a transition", "ERROR", 0, null));
    assertThat(runs.hanging())
        .containsExactlyInAnyOrder("submitted", "dispatched", "running", "without a transition");
  }

  @Test
  void a_run_that_left_its_final_state_hangs() {
    assertThat(runs(new Run("f", "RUNNING", 1, null)).hanging()).containsExactly("f");
  }

  @Test
  void two_transitions_into_a_final_state_are_one_too_many() {
    assertThat(runs(new Run("f", "ERROR", 2, null)).endedTwice()).containsExactly("f");
  }

  @Test
  void a_committed_result_that_is_missing_or_different_is_lost() {
    reported("missing", "a", Outcome.COMMITTED);
    reported("different", "a", Outcome.COMMITTED);
    reported("not finished", "a", Outcome.COMMITTED);
    reported("no execution", "a", Outcome.COMMITTED);
    var runs =
        runs(
            new Run("missing", "FINISHED", 1, null),
            new Run("different", "FINISHED", 1, "b"),
            new Run("not finished", "ERROR", 1, "a"));
    assertThat(runs.lostResults())
        .containsExactlyInAnyOrder("missing", "different", "not finished", "no execution");
  }

  @Test
  void an_uncertain_result_may_be_stored_or_not() {
    reported("f", "a", Outcome.UNCERTAIN);
    assertHolds(new Run("f", "FINISHED", 1, "a"));
    assertHolds(new Run("f", "EXHAUSTED", 1, null));
  }

  @Test
  void the_committed_result_wins_over_an_uncertain_one() {
    reported("f", "uncertain", Outcome.UNCERTAIN);
    reported("f", "committed", Outcome.COMMITTED);
    assertHolds(new Run("f", "FINISHED", 1, "committed"));
    assertThat(runs(new Run("f", "FINISHED", 1, "uncertain")).lostResults()).containsExactly("f");
  }

  @Test
  void a_result_that_was_rolled_back_or_never_reported_is_invented() {
    reported("rolled back", "a", Outcome.ROLLED_BACK);
    var runs =
        runs(
            new Run("rolled back", "FINISHED", 1, "a"),
            new Run("never reported", "FINISHED", 1, null),
            new Run("not finished", "ERROR", 1, "a"));
    assertThat(runs.inventedResults())
        .containsExactlyInAnyOrder("rolled back", "never reported", "not finished");
  }

  @Test
  void only_committed_results_are_counted() {
    reported("a", "1", Outcome.ROLLED_BACK);
    reported("a", "2", Outcome.COMMITTED);
    reported("b", "3", Outcome.UNCERTAIN);
    assertThat(reports.committed()).containsExactly("a");
  }

  private void reported(String fireId, String result, Outcome outcome) {
    reports.finished(fireId, result).became(outcome);
  }

  private void assertHolds(Run run) {
    var runs = runs(run);
    assertThat(runs.hanging()).isEmpty();
    assertThat(runs.endedTwice()).isEmpty();
    assertThat(runs.lostResults()).isEmpty();
    assertThat(runs.inventedResults()).isEmpty();
  }

  private TrackedRuns runs(Run... runs) {
    return new TrackedRuns(List.of(runs), reports);
  }
}
