package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests by HTTP. */
class RequestTest {

  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  private final RegistrationParser parser = new RegistrationParser(Registration.LIMITS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "text"              | text
          {"a": [1, {"b": 2}]} | {"a":[1,{"b":2}]}
          [1.50, -2e3, null]  | [1.50,-2E+3,null]
          42                  | 42
          true                | true
          "\\u00e4"         | ä
          """)
  void body_is_a_string_or_the_text_of_any_json(String json, String stored) {
    NewJob job = job("{\"queue\": \"a\", \"delay\": \"PT1S\", \"body\": %s}".formatted(json));

    assertThat(new String(job.envelope().body().bytes(), UTF_8)).isEqualTo(stored);
    assertThat(job.envelope().body().isText()).isTrue();
  }

  @Test
  void body_that_is_no_string_is_json_unless_the_request_says_otherwise() {
    assertThat(contentType("{\"queue\": \"a\", \"delay\": \"PT1S\", \"body\": {}}"))
        .isEqualTo("application/json");
    assertThat(
            contentType(
                "{\"queue\": \"a\", \"delay\": \"PT1S\", \"body\": {}, \"contentType\": \"x/y\"}"))
        .isEqualTo("x/y");
    assertThat(contentType("{\"queue\": \"a\", \"delay\": \"PT1S\", \"body\": \"x\"}")).isNull();
  }

  @Test
  void send_time_is_the_time_of_receipt() {
    assertThat(job("{\"queue\": \"a\", \"delay\": \"PT1S\"}").sentAt()).isEqualTo(NOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "[]",
        "{",
        "{\"queue\": \"a\"} {}",
        "{\"body\": {",
        "null",
        "{\"body\": [}"
      })
  void a_request_that_is_no_object_is_refused(String json) {
    assertThat(refused(json)).startsWith("SCHED-0901 the request is not exactly one JSON object");
  }

  @Test
  void a_body_that_is_nested_too_deep_is_refused() {
    assertThat(refused("{\"body\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
        .startsWith("SCHED-0901");
    assertThat(refused("{\"body\": " + "{\"a\":".repeat(100_000))).startsWith("SCHED-0901");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"queue": "a", "delay": "soon", "priority": 10, "ifExists": "x"}          | 0114 0125 0126
          {"colour": 1, "queue": ["a"], "delay": "soon", "size": {"a": [{}]}}       | 0124 0124 0186 0114
          {"queue": "a", "recurrence": "x", "zone": "y", "misfire": "z", "count": 0} | 0132 0132 0137 0136
          {"queue": "a", "recurrence": "cron:0 0 9 * * ?", "dueAt": 1, "jitter": "x"} | 0133 0156
          {"queue": "a", "zone": "UTC", "overlap": "wait"}                            | 0134 0134
          {"queue": "a", "delay": "PT1S", "properties": {"a": 1, "x_b": [], "x_c": 1, "x_c": 2}} | 0188 0124 0187
          {"queue": "a", "dueAt": "x", "expiresAt": "y", "locale": "!", "timeToLive": -1} | 0112 0112 0129 0127
          {"queue": "a", "definition": "none", "priority": "high"}                    | 0147 0126
          {"jobId": " ", "body": "\\ud800", "bodyBase64": "!", "delay": "P1X"}       | 0123 0190 0121 0114
          {"priority": 10}                                                            | 0101 0110 0126
          {"queue": "a", "delay": "PT1S", "priority": 10}                            | 0126
          """)
  void all_that_is_wrong_is_reported_at_once(String json, String codes) {
    Intent.Refused refused = (Intent.Refused) parser.parseRequest(message(json), NOW);

    assertThat(refused.mistakes())
        .extracting(mistake -> mistake.code().substring("SCHED-".length()))
        .containsExactlyInAnyOrder(codes.split(" "));
  }

  private Object contentType(String json) {
    return job(json).envelope().carried().get(JobProperty.CONTENT_TYPE);
  }

  private NewJob job(String json) {
    return ((Intent.Schedule) parser.parseRequest(message(json), NOW)).job();
  }

  private String refused(String json) {
    Intent.Refused refused = (Intent.Refused) parser.parseRequest(message(json), NOW);
    return refused.refusal().code() + " " + refused.reason();
  }

  private static ReceivedMessage message(String json) {
    Origin origin = new Origin(null, null, true, 1, new Sender("test", null, null));
    return new ReceivedMessage(Kind.TEXT, Map.of(), json.getBytes(UTF_8), origin);
  }
}
