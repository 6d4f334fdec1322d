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
  void what_is_no_object_is_refused(String json) {
    assertThat(refused(json)).startsWith("SCHED-0901 the request is not exactly one JSON object");
  }

  @Test
  void a_body_that_is_nested_too_deep_is_refused() {
    assertThat(refused("{\"body\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
        .startsWith("SCHED-0901");
    assertThat(refused("{\"body\": " + "{\"a\":".repeat(100_000))).startsWith("SCHED-0901");
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
