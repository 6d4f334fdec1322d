package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.goodtiming.scheduler.contract.Bulk.defaults;
import static org.goodtiming.scheduler.contract.Bulk.due;
import static org.goodtiming.scheduler.contract.Bulk.job;
import static org.goodtiming.scheduler.contract.Bulk.refusedLine;
import static org.goodtiming.scheduler.contract.Registration.SENT_AT;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of a line of a message with many jobs to its job or refusal. */
class JobLineTest {

  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @ParameterizedTest
  @ValueSource(strings = {"[\"a/1\", \"b/2\"]", "\"[\\\"a/1\\\", \\\"b/2\\\"]\""})
  void a_line_names_parents_as_an_array_or_as_text(String parents) {
    NewJob job =
        job(
            Registration.empty(),
            "{\"queue\":\"c\",\"jobId\":\"3\",\"after\":%s}".formatted(parents));
    assertThat(JobParents.of(job).keys())
        .containsExactly(new JobKey("a", "1"), new JobKey("b", "2"));
  }

  @Test
  void all_that_the_contract_knows_can_be_said_in_a_line() {
    NewJob job =
        job(
            Registration.empty(),
            """
            {"queue":"order-check","jobId":"4711","dueAt":"2026-12-01T10:00:00Z","ifExists":"reject","priority":9,\
            "expiresAt":1796119201000,"group":"customer-1","contentType":"application/json","tracked":false,\
            "type":"check","correlationId":"c","replyTo":"answers","timeToLive":60000,"deliveryMode":"PERSISTENT","locale":"de","retry":"PT1M",\
            "traceparent":"%s","tracestate":"vendor=1","body":"{\\"order\\": 1}",\
            "properties":{"x_shop":"K\\u00f6ln","x_items":3,"x_amount":1.5,"x_gift":true}}"""
                .formatted(TRACEPARENT));

    assertThat(job.key()).isEqualTo(new JobKey("order-check", "4711"));
    assertThat(job.due()).isEqualTo(new Due.At(Instant.parse("2026-12-01T10:00:00Z")));
    assertThat(job.ifExists()).isEqualTo(IfExists.REJECT);
    assertThat(job.sentAt()).isEqualTo(SENT_AT);
    assertThat(job.messageId()).isEqualTo("ID:7b1f#1");
    assertThat(job.envelope().priority()).isEqualTo(9);
    assertThat(job.expiresAt()).isEqualTo("2026-12-01T10:00:01Z");
    assertThat(job.envelope().body().isText()).isTrue();
    assertThat(job.envelope().body().asText()).isEqualTo("{\"order\": 1}");
    assertThat(job.envelope().group()).isEqualTo("customer-1");
    assertThat(job.envelope().carried().get(JobProperty.CONTENT_TYPE))
        .isEqualTo("application/json");
    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isEqualTo("vendor=1");
    assertThat(job.envelope().carried())
        .contains(
            entry(JobProperty.TYPE, "check"),
            entry(JobProperty.CORRELATION_ID, "c"),
            entry(JobProperty.REPLY_TO, "answers"),
            entry(JobProperty.TIME_TO_LIVE, 60_000L),
            entry(JobProperty.DELIVERY_MODE, "PERSISTENT"),
            entry(JobProperty.RETRY, "PT1M"),
            entry(JobProperty.LOCALE, "de"));
    assertThat(job.envelope().properties())
        .containsOnly(
            entry("x_shop", "Köln"),
            entry("x_items", 3L),
            entry("x_amount", 1.5),
            entry("x_gift", true));
  }

  @Test
  void a_line_without_a_property_has_that_of_the_message() {
    NewJob job =
        job(
            Registration.empty()
                .with("scheduler_queue", "mail")
                .with("scheduler_delay", "PT5M")
                .with("scheduler_priority", 7)
                .with("traceparent", TRACEPARENT)
                .with("tracestate", "vendor=1")
                .with("JMSXGroupID", "of the message")
                .with("x_shop", "Bonn")
                .with("x_till", 1L),
            "{\"properties\":{\"x_shop\":\"Köln\"},\"priority\":null}");

    assertThat(job.key()).isEqualTo(new JobKey("mail", "7b1f#1"));
    assertThat(job.due()).isEqualTo(new Due.After(Duration.ofMinutes(5)));
    assertThat(job.envelope().priority()).isEqualTo(7);
    assertThat(job.envelope().body().asText()).isEmpty();
    assertThat(job.envelope().carried().get(JobProperty.TRACEPARENT)).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().carried().get(JobProperty.TRACESTATE)).isEqualTo("vendor=1");
    assertThat(job.envelope().properties())
        .containsOnly(entry("x_shop", "Köln"), entry("x_till", 1L));
  }

  @Test
  void a_due_time_of_the_line_takes_the_place_of_either_default() {
    assertThat(job(defaults().with("scheduler_delay", "PT5M"), "{\"dueAt\":1000}").due())
        .isEqualTo(new Due.At(Instant.ofEpochSecond(1)));
    assertThat(job(defaults().with("scheduler_dueAt", 1000L), "{\"delay\":\"PT1S\"}").due())
        .isEqualTo(new Due.After(Duration.ofSeconds(1)));
  }

  @Test
  void a_trace_of_the_line_does_not_go_with_the_state_of_another() {
    Registration message =
        defaults().with("scheduler_delay", "PT5M").with("tracestate", "vendor=1");

    assertThat(
            job(message, "{\"traceparent\":\"%s\"}".formatted(TRACEPARENT))
                .envelope()
                .carried()
                .get(JobProperty.TRACESTATE))
        .isNull();
  }

  @Test
  void bytes_come_in_base64() {
    NewJob job = job(due(), "{\"bodyBase64\":\"AAH/\"}");

    assertThat(job.envelope().body().isText()).isFalse();
    assertThat(job.envelope().body().bytes()).containsExactly(0, 1, 0xff);
  }

  @ParameterizedTest
  @MethodSource
  void bad_line_is_refused_with_its_reason(String line, Refusal refusal, String text) {
    Intent.Refused refused = refusedLine(due(), line);

    assertThat(refused.refusal()).isEqualTo(refusal);
    assertThat(refused.reason()).contains(text);
  }

  static Stream<Arguments> bad_line_is_refused_with_its_reason() {
    return Stream.of(
        unreadable("nonsense", 2),
        unreadable("{\"jobId\":1", 10),
        unreadable("{", 1),
        unreadable("\"text\"", 1),
        unreadable("[{}]", 1),
        unreadable("null", 1),
        unreadable("{} {}", 4),
        unreadable("{},", 3),
        unreadable("{\"jobId\":1,}", 12),
        unreadable("{jobId:1}", 2),
        unreadable("{'jobId':1}", 2),
        unreadable("{\"priority\":01}", 14),
        unreadable("{\"priority\":NaN}", 13),
        unreadable("{\"jobId\":\"a\tb\"}", 12),
        unreadable("{\"jobId\":\"\\x\"}", 12),
        arguments("{\"op\":\"cancel\"}", Refusal.LINE_FIELD_UNKNOWN, "field 'op' is not in"),
        arguments("{\"version\":1}", Refusal.LINE_FIELD_UNKNOWN, "field 'version'"),
        arguments("{\"jobid\":1}", Refusal.LINE_FIELD_UNKNOWN, "field 'jobid'"),
        arguments("{\"scheduler_jobId\":1}", Refusal.LINE_FIELD_UNKNOWN, "'scheduler_jobId'"),
        arguments("{\"x_a\":1}", Refusal.LINE_FIELD_UNKNOWN, "move it to properties"),
        arguments("{\"fireId\":\"1\"}", Refusal.LINE_FIELD_UNKNOWN, "field 'fireId'"),
        arguments("{\"calender\":1}", Refusal.LINE_FIELD_UNKNOWN, "field 'calender'"),
        arguments(
            "{\"calender\":1,\"delay\":\"PT1M\",\"prioriti\":1}",
            Refusal.LINE_FIELD_UNKNOWN,
            "field 'calender', 'prioriti' is not in"),
        arguments("{\"tracked\":1}", Refusal.WRONG_TYPE, "scheduler_tracked is of type Long"),
        arguments(
            "{\"jobId\":\"1\",\"jobId\":\"2\"}", Refusal.LINE_FIELD_TWICE, "'jobId' occurs twice"),
        arguments(
            "{\"properties\":{\"x_a\":1,\"x_a\":2}}",
            Refusal.LINE_FIELD_TWICE,
            "'x_a' occurs twice"),
        arguments(
            "{\"properties\":{},\"properties\":{}}",
            Refusal.LINE_FIELD_TWICE,
            "'properties' occurs"),
        arguments(
            "{\"properties\":{\"shop\":1}}",
            Refusal.LINE_PROPERTY_NAME,
            "property 'shop' does not"),
        arguments("{\"properties\":{\"x-a\":1}}", Refusal.LINE_PROPERTY_NAME, "property 'x-a'"),
        arguments(
            "{\"properties\":{\"x_a b\":1}}",
            Refusal.USER_PROPERTY_NAME,
            "property 'x_a b' is not a JMS"),
        arguments(
            "{\"properties\":[]}",
            Refusal.WRONG_TYPE,
            "properties is of type array, value '[...]': send an object of x_ properties"),
        arguments(
            "{\"properties\":{\"x_a\":{\"b\":1}}}",
            Refusal.WRONG_TYPE,
            "x_a is of type object, value '{...}': send a string, a number or a boolean"),
        arguments("{\"jobId\":[1]}", Refusal.WRONG_TYPE, "jobId is of type array"),
        arguments("{\"jobId\":true}", Refusal.WRONG_TYPE, "scheduler_jobId is of type Boolean"),
        arguments("{\"jobId\":1.5}", Refusal.WRONG_TYPE, "scheduler_jobId is of type Double"),
        arguments(
            "{\"jobId\":9223372036854775808}",
            Refusal.WRONG_TYPE,
            "jobId is of type number, value '9223372036854775808': send a whole number of at most 64 bits"),
        arguments(
            "{\"properties\":{\"x_a\":1e400}}",
            Refusal.WRONG_TYPE,
            "value 'Infinity': send a string"),
        arguments(
            "{\"properties\":{\"x_a\":%s}}".formatted("9".repeat(100_000)),
            Refusal.WRONG_TYPE,
            "value '100000 characters': send a whole number"),
        arguments("{\"dueAt\":\"tomorrow\"}", Refusal.MOMENT_UNREADABLE, "is 'tomorrow'"),
        arguments("{\"dueAt\":1e3}", Refusal.MOMENT_UNREADABLE, "scheduler_dueAt is '1000.0'"),
        arguments("{\"dueAt\":1,\"delay\":\"PT1S\"}", Refusal.DUE_TWICE, "is 'PT1S'"),
        arguments("{\"priority\":10}", Refusal.PRIORITY_UNKNOWN, "scheduler_priority is '10'"),
        arguments("{\"ifExists\":\"drop\"}", Refusal.IF_EXISTS_UNKNOWN, "is 'drop'"),
        arguments("{\"jobId\":\" \"}", Refusal.NAME_BLANK, "scheduler_jobId is blank"),
        arguments("{\"jobId\":\"\\u0000\"}", Refusal.TEXT_UNSTORABLE, "scheduler_jobId is"),
        arguments("{\"body\":{\"order\":1}}", Refusal.WRONG_TYPE, "body is of type object"),
        arguments("{\"body\":1}", Refusal.WRONG_TYPE, "body is of type Long, value '1'"),
        arguments("{\"body\":\"\\ud800\"}", Refusal.TEXT_UNSTORABLE, "body is '\ufffd'"),
        arguments(
            "{\"body\":\"%s\"}".formatted("x".repeat(1001)),
            Refusal.BODY_TOO_LARGE,
            "the body has 1001 bytes, but at most 1000"),
        arguments("{\"bodyBase64\":\"?\"}", Refusal.LINE_BASE64, "bodyBase64 is '?'"),
        arguments(
            "{\"body\":\"\",\"bodyBase64\":\"\"}",
            Refusal.LINE_BODY_TWICE,
            "send only one of them"),
        arguments(
            "{\"properties\":{\"x_a\":\"%s\"}}".formatted("x".repeat(33_000)),
            Refusal.USER_PROPERTIES_TOO_LARGE,
            "the x_ properties have 33003 bytes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"body\":", "{\"properties\":", "{\"properties\":{\"x_a\":", "{\"nested\":", ""})
  void depth_is_not_followed(String before) {
    String line = before + "[".repeat(100_000);

    assertThat(refusedLine(due(), line).refusal())
        .isIn(Refusal.WRONG_TYPE, Refusal.LINE_UNREADABLE);
  }

  @Test
  void a_bad_line_is_known_by_what_was_read_of_it() {
    Intent.Refused refused = refusedLine(due(), "{\"jobId\":\"4711\",\"body\":1}");

    assertThat(refused.queue()).isEqualTo("order-check");
    assertThat(refused.jobId()).isEqualTo("4711");
  }

  private static Arguments unreadable(String line, int character) {
    return arguments(line, Refusal.LINE_UNREADABLE, "see its character " + character + ")");
  }
}
