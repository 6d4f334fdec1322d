package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.schema.InputSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests by HTTP. */
class RequestTest {

  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  private static final InputSchema ORDER =
      InputSchema.parse("{\"type\": [\"object\", \"string\", \"number\", \"array\", \"boolean\"]}");

  private static final AllowList ALLOW_LIST =
      new AllowList(
          NOW,
          Set.of("a", "with-schema"),
          Set.of(),
          Set.of(),
          Set.of(),
          Map.of(SchemaOwner.queue("with-schema"), ORDER),
          Map.of());

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

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
          {"queue": "a", "delay": "3 workdays", "calendar": "office", "zone": "Mars/X"} | 0114 0144 0179
          {"queue": "a", "delay": "3 working days", "zone": "Mars/X"}                 | 0178 0179
          {"queue": "a", "delay": 5, "calendar": "office", "count": 1}                | 0134 0114 0144
          {"queue": "a", "dueAt": "x", "delay": "soon"}                               | 0111 0112 0114
          {"queue": "a", "recurrence": "x", "calendar": "office", "count": 0, "countOf": "y", "overlap": "z"} | 0132 0144 0137 0155 0145
          {"queue": "a", "delay": "PT1S", "properties": {"x_a-b": 1, "x_c d": 2}}     | 0130 0130
          {"queue": "b", "replyTo": "c", "delay": "PT1S"}                             | 0102 0154
          {"queue": "with-schema", "replyTo": "c", "delay": "soon", "body": "no JSON"} | 0114 0154 0058
          """)
  void all_that_is_wrong_is_reported_at_once(String json, String codes) {
    Intent.Refused refused =
        (Intent.Refused)
            new AllowListRules(ALLOW_LIST).apply(parser.parseRequest(message(json), ALLOW_LIST));

    assertThat(refused.mistakes())
        .extracting(mistake -> mistake.code().substring("SCHED-".length()))
        .containsExactlyInAnyOrder(codes.split(" "));
  }

  @Test
  void the_real_rule_of_an_unreadable_working_time_is_the_first() {
    assertThat(refused("{\"queue\": \"a\", \"delay\": \"3 workdays\", \"calendar\": \"office\"}"))
        .startsWith("SCHED-0114 scheduler_delay is '3 workdays'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"body\": null", ", \"body\": null, \"contentType\": null"})
  void a_field_that_is_null_is_as_if_it_were_absent(String field) {
    NewJob job =
        job("{\"queue\": \"a\", \"delay\": \"PT1S\", \"bodyBase64\": \"AAE=\"" + field + "}");

    assertThat(job.envelope().body().bytes()).containsExactly(0, 1);
    assertThat(job.envelope().carried()).isEmpty();
  }

  private Object contentType(String json) {
    return job(json).envelope().carried().get(JobProperty.CONTENT_TYPE);
  }

  private NewJob job(String json) {
    return ((Intent.Schedule) parser.parseRequest(message(json), ALLOW_LIST)).job();
  }

  private String refused(String json) {
    Intent.Refused refused = (Intent.Refused) parser.parseRequest(message(json), ALLOW_LIST);
    return refused.refusal().code() + " " + refused.reason();
  }

  private static ReceivedMessage message(String json) {
    Origin origin = new Origin(null, null, true, 1, new Sender("test", null, null));
    return new ReceivedMessage(Kind.TEXT, Map.of(), json.getBytes(UTF_8), origin);
  }
}
