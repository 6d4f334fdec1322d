package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationLinesTest {

  private static final ExplanationLines LINES = new ExplanationLines(List.of());

  @Test
  void each_cause_is_said_once_with_the_command_that_removes_it() {
    assertThat(
            LINES.of(
                json(
                    """
                    {"question": "not-run",
                     "summary": "not dispatched: the job is held by jane",
                     "causes": [
                       {"code": "held", "text": "the job is held by jane", "since": "2026-12-01T10:00:00Z",
                        "cure": {"text": "release the job", "method": "POST", "path": "jobs/order-check/4711/release", "role": "operator"}},
                       {"code": "not-due", "text": "the job is due at 2026-12-01T11:00:00Z, in PT29M59.201S by the clock of the database"}]}
                    """)))
        .containsExactly(
            "not dispatched",
            "- the job is held by jane, since 2026-12-01T10:00:00Z",
            "  release the job: goodtiming job release order-check 4711",
            "- the job is due at 2026-12-01T11:00:00Z, in 29 min 59 s by the clock of the database");
  }

  @Test
  void a_summary_without_causes_stays_whole() {
    assertThat(LINES.of(json("{\"summary\": \"finished on time, PT0.004S late\", \"causes\": []}")))
        .containsExactly("finished on time, 4 ms late");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          POST   | jobs/a/b%2Fc%20d/run-now      | goodtiming job run a 'b/c d'
          POST   | jobs/a/base64url:Li4/release  | goodtiming job release a ..
          POST   | jobs/a/it's/release           | goodtiming job release a 'it'\\''s'
          POST   | jobs/a/=ls/release            | goodtiming job release a '=ls'
          POST   | schedules/a/nightly/resume    | goodtiming schedule resume a nightly
          POST   | worker-queues/a.b/resume      | goodtiming queue resume a.b
          PUT    | worker-queues/a               | goodtiming queue create a
          POST   | dispatch/resume               | goodtiming dispatch resume
          POST   | nodes/node-1/resume           | goodtiming node resume node-1
          DELETE | executions/6a55d143           | goodtiming run cancel 6a55d143
          POST   | executions/6a55d143/run-again | goodtiming run again 6a55d143
          POST   | quarantine/17/resubmit        | goodtiming quarantine resubmit 17
          POST   | in-doubt/0aff/resolve         | goodtiming in-doubt resolve 0aff
          """)
  void requests_have_their_command(String method, String path, String command) {
    assertThat(LINES.of(withCure(method, path)).get(2)).isEqualTo("  do it: " + command);
  }

  @ParameterizedTest
  @CsvSource({
    "PATCH,jobs/a/b",
    "POST,jobs/a/-x/release",
    "POST,jobs/a/@file/release",
    "POST,jobs/a/b%0Ac/release"
  })
  void a_request_without_a_safe_command_is_described(String method, String path) {
    assertThat(LINES.of(withCure(method, path)).get(2)).isEqualTo("  do it");
  }

  @Test
  void a_pause_of_a_group_is_resumed_by_its_name() {
    String cause =
        """
        {"summary": "s", "causes": [{"text": "t", "cure": {"text": "resume the group", "method": "POST", "path": "dispatch/resume",
         "body": {"group": "%s"}}}]}
        """;
    assertThat(LINES.of(json(cause.formatted("it's g"))).get(2))
        .isEqualTo("  resume the group: goodtiming dispatch resume --group 'it'\\''s g'");
    assertThat(LINES.of(json(cause.formatted("-g"))).get(2)).isEqualTo("  resume the group");
  }

  @Test
  void a_command_goes_to_the_same_installation() {
    assertThat(
            new ExplanationLines(List.of("--profile", "staging", "--user", "jane b"))
                .of(withCure("POST", "dispatch/resume"))
                .get(2))
        .isEqualTo("  do it: goodtiming dispatch resume --profile staging --user 'jane b'");
  }

  @Test
  void a_summary_that_is_the_cause_is_said_once() {
    assertThat(
            LINES.of(json("{\"summary\": \"cancelled\", \"causes\": [{\"text\": \"cancelled\"}]}")))
        .containsExactly("- cancelled");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.25S,250 ms",
    "PT2.5S,2.5 s",
    "PT9S,9 s",
    "PT59.6S,1 min",
    "PT1H,1 h",
    "PT25H1M,1 d 1 h",
    "P7D,7 d",
    "a P b PT and PTA,a P b PT and PTA",
    "-PT1S,-1 s",
    "P1DT2H3M,1 d 2 h",
    "P1M,P1M",
    "PT1.5H,PT1.5H"
  })
  void durations_have_their_two_largest_units(String text, String readable) {
    assertThat(ExplanationLines.readable(text)).isEqualTo(readable);
  }

  private static JsonObject withCure(String method, String path) {
    return json(
        """
        {"summary": "late", "causes": [{"text": "x", "cure": {"text": "do it", "method": "%s", "path": "%s"}}]}
        """
            .formatted(method, path));
  }

  private static JsonObject json(String text) {
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
