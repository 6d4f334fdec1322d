package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.goodtiming.scheduler.registration.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.registration.Registration.SENT_AT;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.IfExists;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.quarantine.ReceivedMessage.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkParserTest {

  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final RegistrationParser parser = new RegistrationParser(Registration.LIMITS);

  @Test
  void all_that_the_contract_knows_can_be_said_in_a_line() {
    NewJob job =
        job(
            Registration.empty(),
            """
            {"queue":"order-check","jobId":"4711","dueAt":"2026-12-01T10:00:00Z","ifExists":"reject","priority":9,\
            "expiresAt":1796119201000,"group":"customer-1","contentType":"application/json","tracked":false,\
            "traceparent":"%s","tracestate":"vendor=1","body":"{\\"order\\": 1}",\
            "properties":{"x_shop":"K\\u00f6ln","x_items":3,"x_amount":1.5,"x_gift":true}}"""
                .formatted(TRACEPARENT));

    assertThat(job.key()).isEqualTo(new JobKey("order-check", "4711"));
    assertThat(job.due()).isEqualTo(new Due.At(Instant.parse("2026-12-01T10:00:00Z")));
    assertThat(job.ifExists()).isEqualTo(IfExists.REJECT);
    assertThat(job.sentAt()).isEqualTo(SENT_AT);
    assertThat(job.messageId()).isEqualTo("ID:7b1f#1");
    assertThat(job.priority()).isEqualTo(9);
    assertThat(job.expiresAt()).isEqualTo("2026-12-01T10:00:01Z");
    assertThat(job.envelope().body().isText()).isTrue();
    assertThat(job.envelope().body().asText()).isEqualTo("{\"order\": 1}");
    assertThat(job.envelope().group()).isEqualTo("customer-1");
    assertThat(job.envelope().contentType()).isEqualTo("application/json");
    assertThat(job.envelope().traceparent()).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().tracestate()).isEqualTo("vendor=1");
    assertThat(job.envelope().properties())
        .containsOnly(
            entry("x_shop", "Köln"),
            entry("x_items", 3L),
            entry("x_amount", 1.5),
            entry("x_gift", true));
  }

  @Test
  void what_a_line_does_not_say_is_as_the_message_says() {
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
    assertThat(job.priority()).isEqualTo(7);
    assertThat(job.envelope().body().asText()).isEmpty();
    assertThat(job.envelope().traceparent()).isEqualTo(TRACEPARENT);
    assertThat(job.envelope().tracestate()).isEqualTo("vendor=1");
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
            job(message, "{\"traceparent\":\"%s\"}".formatted(TRACEPARENT)).envelope().tracestate())
        .isNull();
  }

  @Test
  void bytes_come_in_base64() {
    NewJob job = job(due(), "{\"bodyBase64\":\"AAH/\"}");

    assertThat(job.envelope().body().isText()).isFalse();
    assertThat(job.envelope().body().bytes()).containsExactly(0, 1, 0xff);
  }

  @Test
  void lines_are_counted_as_an_editor_does() {
    assertThat(numbers("{\"jobId\":1}\r\n\n  \n{\"jobId\":2}\n{\"jobId\":3}"))
        .containsExactly(1, 4, 5);
    assertThat(numbers("\n{\"jobId\":1}\n")).containsExactly(2);
  }

  @Test
  void a_job_id_is_generated_from_message_and_line_and_so_the_same_at_each_delivery() {
    assertThat(jobIds(due(), "{}\n\n{}")).containsExactly("7b1f#1", "7b1f#3");
    assertThat(jobIds(due(), "{}\n\n{}")).containsExactly("7b1f#1", "7b1f#3");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "ID:", " "})
  void a_job_id_is_random_where_the_message_has_no_id_that_serves(String messageId) {
    assertThat(jobIds(due().messageId(messageId), "{}\n{}"))
        .allSatisfy(id -> assertThat(UUID.fromString(id)).hasToString(id))
        .doesNotHaveDuplicates();
  }

  @Test
  void one_bad_line_drags_no_other_along() {
    List<Intent.Line> lines = lines(due(), "{\"jobId\":1}\nnonsense\n{\"jobId\":3}");

    assertThat(lines.get(0).intent()).isInstanceOf(Intent.Schedule.class);
    assertThat(lines.get(1).intent()).isInstanceOf(Intent.Refused.class);
    assertThat(lines.get(1).number()).isEqualTo(2);
    assertThat(lines.get(1).text()).isEqualTo("nonsense");
    assertThat(lines.get(2).intent()).isInstanceOf(Intent.Schedule.class);
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
        arguments("{\"x_a\":1}", Refusal.LINE_FIELD_UNKNOWN, "among the properties"),
        arguments("{\"fireId\":\"1\"}", Refusal.LINE_FIELD_UNKNOWN, "field 'fireId'"),
        arguments(
            "{\"recurrence\":\"P1D\"}",
            Refusal.FEATURE_UNSUPPORTED,
            "scheduler_recurrence is 'P1D'"),
        arguments("{\"tracked\":true}", Refusal.FEATURE_UNSUPPORTED, "scheduler_tracked is 'true'"),
        arguments(
            "{\"jobId\":\"1\",\"jobId\":\"2\"}", Refusal.LINE_FIELD_TWICE, "'jobId' stands twice"),
        arguments(
            "{\"properties\":{\"x_a\":1,\"x_a\":2}}",
            Refusal.LINE_FIELD_TWICE,
            "'x_a' stands twice"),
        arguments(
            "{\"properties\":{},\"properties\":{}}",
            Refusal.LINE_FIELD_TWICE,
            "'properties' stands"),
        arguments(
            "{\"properties\":{\"shop\":1}}",
            Refusal.LINE_PROPERTY_NAME,
            "property 'shop' does not"),
        arguments("{\"properties\":{\"x-a\":1}}", Refusal.LINE_PROPERTY_NAME, "property 'x-a'"),
        arguments(
            "{\"properties\":{\"x_a b\":1}}",
            Refusal.USER_PROPERTY_NAME,
            "property 'x_a b' is no JMS"),
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
            "999...': send a whole number"),
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
            "{\"body\":\"\",\"bodyBase64\":\"\"}", Refusal.LINE_BODY_TWICE, "give one of the two"),
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

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"BYTES", "MAP", "STREAM", "OBJECT", "AMQP"})
  void what_is_no_text_is_refused_as_a_whole(Kind kind) {
    Intent.Refused refused = refused(due().body(kind, new byte[0]));

    assertThat(refused.refusal()).isEqualTo(Refusal.LINES_NOT_TEXT);
    assertThat(refused.reason())
        .isEqualTo(
            "the body is of kind %s, but scheduleAll takes lines of text: send a TextMessage with one JSON object a line"
                .formatted(kind.label()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "\r\n \n"})
  void text_without_a_line_is_refused_as_a_whole(String text) {
    assertThat(refused(text(due(), text)).refusal()).isEqualTo(Refusal.LINES_MISSING);
  }

  @Test
  void no_body_at_all_is_refused() {
    assertThat(refused(due().body(Kind.MESSAGE, null)).refusal()).isEqualTo(Refusal.LINES_MISSING);
  }

  @Test
  void one_job_id_for_all_is_refused() {
    Intent.Refused refused = refused(text(due().with("scheduler_jobId", "4711"), "{}"));

    assertThat(refused.reason()).startsWith("scheduler_jobId is '4711' for all lines");
  }

  @Test
  void names_that_the_contract_does_not_have_are_refused_for_the_message_too() {
    assertThat(refused(text(due().with("scheduler_recurrence", "P1D"), "{}")).refusal())
        .isEqualTo(Refusal.FEATURE_UNSUPPORTED);
  }

  @Test
  void too_many_lines_are_refused_as_a_whole() {
    assertThat(lines(due(), "{}\n".repeat(1000))).hasSize(1000);
    assertThat(refused(text(due(), "{}\n".repeat(1001))).reason())
        .isEqualTo(
            "the text has 1002 lines, but at most 1000 are taken: send several messages, or raise the limit");
  }

  @Test
  void too_many_bytes_are_refused_as_a_whole() {
    String line = "{\"body\":\"%s\"}\n".formatted("x".repeat(10_000));

    assertThat(refused(text(due(), line.repeat(105))).reason())
        .isEqualTo(
            "the lines have 1051260 bytes together, but at most 1048576 are taken: send several messages, or raise the limit");
  }

  private static Registration defaults() {
    return Registration.empty().with("scheduler_queue", "order-check");
  }

  private static Registration due() {
    return defaults().with("scheduler_delay", "PT30M");
  }

  private static Registration text(Registration message, String text) {
    return message.with("scheduler_op", "scheduleAll").body(Kind.TEXT, text.getBytes(UTF_8));
  }

  private List<Intent.Line> lines(Registration message, String text) {
    Intent intent = parser.parse(text(message, text).message(), RECEIVED_AT);
    assertThat(intent).isInstanceOf(Intent.ScheduleAll.class);
    return ((Intent.ScheduleAll) intent).lines();
  }

  private NewJob job(Registration message, String line) {
    return ((Intent.Schedule) lines(message, line).get(0).intent()).job();
  }

  private Intent.Refused refusedLine(Registration message, String line) {
    return (Intent.Refused) lines(message, line).get(0).intent();
  }

  private Intent.Refused refused(Registration message) {
    message.with("scheduler_op", "scheduleAll");
    return (Intent.Refused) parser.parse(message.message(), RECEIVED_AT);
  }

  private List<Integer> numbers(String text) {
    return lines(due(), text).stream().map(Intent.Line::number).toList();
  }

  private List<String> jobIds(Registration message, String text) {
    return lines(message, text).stream()
        .map(line -> ((Intent.Schedule) line.intent()).job().key().jobId())
        .toList();
  }

  private static Arguments unreadable(String line, int character) {
    return arguments(line, Refusal.LINE_UNREADABLE, "at its character " + character + ":");
  }
}
