package org.goodtiming.scheduler.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.fields;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.util.Set;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Answer;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Outcome;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Request;
import org.goodtiming.scheduler.recovery.Finding;
import org.goodtiming.scheduler.recovery.Resolution;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InDoubtJsonTest {

  private static final Set<Action> EITHER = Set.of(Action.COMMIT, Action.ROLL_BACK);

  @Test
  void a_request_without_fields_follows_the_evidence() {
    assertThat(InDoubtJson.request(fields("{}"))).isEqualTo(new Request(false, null, null));
  }

  @Test
  void a_decision_without_evidence_has_a_reason() {
    assertThat(
            InDoubtJson.request(fields("{'force': 'roll-back', 'reason': 'lost', 'dryRun': true}")))
        .isEqualTo(new Request(true, Action.ROLL_BACK, "lost"));
    assertThat(InDoubtJson.request(fields("{'force': 'commit', 'reason': 'seen'}")))
        .isEqualTo(new Request(false, Action.COMMIT, "seen"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'force': 'commit'}                | 422 SCHED-0916 field reason is absent: send why you decide without evidence
          {'force': 'wait', 'reason': 'x'}   | 422 SCHED-0916 field force is wait: send one of commit, roll-back
          {'dryRun': 'yes'}                  | 422 SCHED-0916 field dryRun is "yes": send true or false
          {'commit': true}                   | 422 SCHED-0916 field commit is true: send dryRun, or force and reason
          """)
  void a_request_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> InDoubtJson.request(fields(json)))).isEqualTo(refusal);
  }

  @Test
  void an_answer_shows_the_evidence_and_what_was_done() {
    assertThat(of(Outcome.ENDED, Action.COMMIT, Set.of(), null, Action.COMMIT))
        .isEqualTo(
            "{\"gtrid\":\"0a\",\"node\":\"node-1\",\"evidence\":\"committed\",\"reason\":\"why\",\"mayForce\":[],\"done\":\"commit\"}");
    assertThat(of(Outcome.ENDED, Action.ROLL_BACK, Set.of(), null, Action.ROLL_BACK))
        .contains("\"evidence\":\"aborted\"", "\"done\":\"roll-back\"");
    assertThat(of(Outcome.TOLD, Action.WAIT, EITHER, null, Action.WAIT))
        .contains(
            "\"evidence\":\"undecided\"",
            "\"mayForce\":[\"commit\",\"roll-back\"]",
            "\"done\":\"nothing\"");
  }

  @Test
  void without_evidence_the_refusal_names_the_next_step() {
    assertThat(refusal(() -> of(Outcome.UNDECIDED, Action.WAIT, EITHER, null, Action.WAIT)))
        .isEqualTo("409 SCHED-0947 transaction '0a' is undecided: why; or send force and reason");
    assertThat(refusal(() -> of(Outcome.UNDECIDED, Action.WAIT, Set.of(), null, Action.WAIT)))
        .isEqualTo(
            "409 SCHED-0947 transaction '0a' is undecided: why; it cannot be forced now, ask again later");
  }

  @Test
  void a_decision_against_the_evidence_is_refused() {
    assertThat(
            refusal(
                () ->
                    of(
                        Outcome.CONTRADICTED,
                        Action.COMMIT,
                        Set.of(),
                        Action.ROLL_BACK,
                        Action.WAIT)))
        .isEqualTo(
            "409 SCHED-0948 force 'roll-back' contradicts the evidence of transaction '0a': why");
  }

  private static String of(
      Outcome outcome, Action evidence, Set<Action> open, Action force, Action done) {
    Finding finding = new Finding("0a", "node-1", new Resolution(evidence, "why"), open);
    return InDoubtJson.of("0a", new Request(false, force, "x"), new Answer(finding, outcome, done));
  }
}
