package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.explanation.Explanation;
import org.goodtiming.scheduler.explanation.Explanation.Question;
import org.goodtiming.scheduler.explanation.ServiceState;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.junit.jupiter.api.Test;

class ExplanationJsonTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  void a_cause_has_its_cure_with_an_address_that_can_be_used() {
    Cure cure =
        new Cure("release it", "POST", List.of("jobs", "q", "a;b", "release"), null, "operator");
    Cause cause = new Cause("held", "ops holds it", NOON, cure);

    assertThat(ExplanationJson.of(explanation(Question.NOT_RUN, null, cause)))
        .isEqualTo(
            """
            {"question":"not-run","summary":"so","dueAt":"2026-12-01T12:00:00Z","causes":[\
            {"code":"held","text":"ops holds it","since":"2026-12-01T12:00:00Z",\
            "cure":{"text":"release it","method":"POST","path":"jobs/q/base64url:YTti/release","role":"operator"}}]}""");
  }

  @Test
  void a_late_run_has_its_lateness_and_a_cure_its_body() {
    Cure cure = new Cure("list it", "PUT", List.of("worker-queues", "q"), "{}", "operator");
    Cause cause = new Cause("queue-not-listed", "not listed", null, cure);

    assertThat(ExplanationJson.of(explanation(Question.LATE, Duration.ofSeconds(2), cause)))
        .contains("\"lateness\":\"PT2S\"")
        .contains("\"path\":\"worker-queues/q\",\"body\":{},\"role\"")
        .doesNotContain("since");
  }

  @Test
  void a_row_has_its_limits_and_all_causes_with_their_texts_as_its_problem() {
    List<Row> rows =
        List.of(new Row(Map.of("name", "a"), null), new Row(Map.of("name", "b"), null));
    List<Cause> causes =
        List.of(
            new Cause("dispatch-paused", "all wait", null, null),
            new Cause("broker-away", "no broker", NOON, null));

    assertThat(
            ExplanationJson.rows(
                    rows,
                    "name",
                    Map.of("a", new ServiceState(causes, "gets at most 6 jobs a minute")))
                .build())
        .hasToString(
            """
            [{"name":"a","limits":"gets at most 6 jobs a minute","problem":"all wait; no broker","causes":[\
            {"code":"dispatch-paused","text":"all wait"},\
            {"code":"broker-away","text":"no broker","since":"2026-12-01T12:00:00Z"}]},{"name":"b"}]""");
  }

  private static Explanation explanation(Question question, Duration lateness, Cause cause) {
    return new Explanation(question, "so", NOON, lateness, List.of(cause));
  }
}
