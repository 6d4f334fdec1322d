package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Outcome;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Request;
import org.goodtiming.scheduler.recovery.Finding;
import org.goodtiming.scheduler.recovery.Resolution;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InDoubtChangesTest {

  private static final Set<Action> EITHER = Set.of(Action.COMMIT, Action.ROLL_BACK);

  @Test
  void the_evidence_decides_and_force_may_not_contradict_it() {
    assertThat(outcome(Action.COMMIT, Set.of(), null)).isEqualTo(Outcome.ENDED);
    assertThat(outcome(Action.COMMIT, Set.of(), Action.COMMIT)).isEqualTo(Outcome.ENDED);
    assertThat(outcome(Action.COMMIT, Set.of(), Action.ROLL_BACK)).isEqualTo(Outcome.CONTRADICTED);
    assertThat(outcome(Action.ROLL_BACK, Set.of(), Action.COMMIT)).isEqualTo(Outcome.CONTRADICTED);
  }

  @Test
  void without_evidence_only_force_ends_a_transaction_and_only_one_that_is_open() {
    assertThat(outcome(Action.WAIT, EITHER, null)).isEqualTo(Outcome.UNDECIDED);
    assertThat(outcome(Action.WAIT, EITHER, Action.ROLL_BACK)).isEqualTo(Outcome.ENDED);
    assertThat(outcome(Action.WAIT, Set.of(), Action.COMMIT)).isEqualTo(Outcome.UNDECIDED);
    assertThat(outcome(Action.WAIT, Set.of(Action.COMMIT), Action.ROLL_BACK))
        .as("one branch has ended")
        .isEqualTo(Outcome.CONTRADICTED);
  }

  @Test
  void a_dry_run_only_reports() {
    Request request = new Request(true, Action.COMMIT, "x");
    assertThat(InDoubtChanges.outcome(finding(Action.COMMIT, Set.of()), request))
        .isEqualTo(Outcome.TOLD);
  }

  private static Outcome outcome(Action decision, Set<Action> open, @Nullable Action force) {
    return InDoubtChanges.outcome(finding(decision, open), new Request(false, force, "x"));
  }

  private static Finding finding(Action decision, Set<Action> open) {
    return new Finding("0a", "node-1", new Resolution(decision, "why"), open);
  }
}
