package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.dueless;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.schema.InputSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions, and the jobs that name them. */
class DefinitionParserTest {

  private static final String REPORT =
      """
      {"queue": "order-check", "priority": 7, "group": "g", "type": "report", "contentType": "text/plain",
       "properties": {"x_a": 1, "x_b": "b"}, "body": "all"}
      """;

  private final DefinitionParser definitions =
      new DefinitionParser(Parsers.of(Registration.LIMITS));

  @Test
  void a_job_takes_what_it_does_not_say_itself() {
    NewJob job = job(dueless().with("x_a", 2).body(Kind.MESSAGE, new byte[0]));
    assertThat(job.envelope().body().asText()).isEqualTo("all");
    assertThat(job.envelope().priority()).isEqualTo(7);
    assertThat(job.envelope().group()).isEqualTo("g");
    assertThat(job.envelope().properties()).isEqualTo(Map.of("x_a", 2L, "x_b", "b"));
    assertThat(job.envelope().carried())
        .isEqualTo(Map.of(JobProperty.TYPE, "report", JobProperty.CONTENT_TYPE, "text/plain"));
    assertThat(own(job)).containsExactlyInAnyOrder("scheduler_queue", "x_a");
  }

  @Test
  void properties_of_the_job_take_precedence_over_those_of_the_definition() {
    NewJob job =
        job(dueless().with("scheduler_priority", 1).with("scheduler_type", "own").with("x_c", 3));
    assertThat(job.envelope().body().asText()).isEqualTo("{}");
    assertThat(job.envelope().priority()).isEqualTo(1);
    assertThat(job.envelope().carried()).containsEntry(JobProperty.TYPE, "own");
    assertThat(own(job))
        .containsExactlyInAnyOrder(
            "scheduler_queue", "scheduler_priority", "scheduler_type", "x_c", "body");
  }

  @Test
  void the_payload_of_a_stateful_job_is_its_own() {
    NewJob job = job(dueless().with("scheduler_stateful", true).body(Kind.MESSAGE, new byte[0]));
    assertThat(job.envelope().body().asText()).isEqualTo("all");
    assertThat(own(job))
        .containsExactlyInAnyOrder("scheduler_queue", "scheduler_contentType", "body");
  }

  @Test
  void the_queue_is_that_of_the_definition() {
    assertThat(job(dueless().without("scheduler_queue")).key().queue()).isEqualTo("order-check");
    Intent.Refused other = (Intent.Refused) parse(dueless().with("scheduler_queue", "mail"));
    assertThat(other.refusal()).isEqualTo(Refusal.DEFINITION_QUEUE);
    assertThat(other.reason())
        .isEqualTo(
            "scheduler_queue is 'mail', but definition 'report' is of worker queue 'order-check': omit scheduler_queue, or name another definition");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"queue": "order-check", "dueAt": "2026-12-01T10:00:00Z"} | SCHED-0149 | field 'dueAt' is not part of a definition, which says what a job is and not when: give it to the jobs that name the definition
          {"queue": "order-check", "tracked": true}                 | SCHED-0149 | field 'tracked' is
          {"queue": "order-check", "definition": "other"}           | SCHED-0149 | field 'definition' is
          {"queue": "order-check", "traceparent": "00"}             | SCHED-0149 | field 'traceparent' is
          {"queue": "order-check", "prioriti": 1}                   | SCHED-0186 | field 'prioriti'
          {"queue": "order-check", "priority": 10}                  | SCHED-0126 | scheduler_priority is '10'
          {"queue": "order-check", "replyTo": "nobody-s"}           | SCHED-0154 | scheduler_replyTo is 'nobody-s'
          {"queue": "nobody-s"}                                     | SCHED-0102 | scheduler_queue is 'nobody-s'
          {}                                                        | SCHED-0101 | scheduler_queue is missing
          []                                                        | SCHED-0901 | the request is not exactly one JSON object
          """)
  void invalid_definitions_are_refused(String json, String code, String reason) {
    Intent.Refused refused = (Intent.Refused) read(json);
    assertThat(refused.refusal().code()).isEqualTo(code);
    assertThat(refused.reason()).startsWith(reason);
  }

  @Test
  void lines_take_no_more_payload_from_a_definition_than_a_message_may_have() {
    Envelope payload = new Envelope(Body.text("x".repeat(600_000)), Map.of(), Map.of(), null, 4);
    JobDefinition large = new JobDefinition("report", "hash", "order-check", payload);
    RegistrationParser parser = Parsers.of(Registration.LIMITS, name -> Optional.of(large));
    Registration message =
        Bulk.due().with("scheduler_definition", "report").with("scheduler_op", "scheduleAll");
    String lines = "{\"jobId\": \"1\"}\n{\"jobId\": \"2\"}\n";
    Intent intent = parser.parse(Bulk.text(message, lines).message(), RECEIVED_AT);
    assertThat(((Intent.Refused) intent).refusal()).isEqualTo(Refusal.LINES_TOO_LARGE);
    assertThat(((Intent.Refused) intent).reason())
        .startsWith("the lines have 1200000 bytes together, but at most 1048576 are allowed");
  }

  @Test
  void a_definition_of_an_encrypted_queue_is_refused() {
    assertThat(read(REPORT, Set.of("order-check")))
        .isInstanceOfSatisfying(
            Intent.Refused.class,
            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DEFINITION_ENCRYPTED));
  }

  @Test
  void a_definition_has_no_payload_or_one_that_matches_the_schema_of_its_queue() {
    assertThat(numbers("{\"queue\": \"order-check\", \"body\": 5}"))
        .isInstanceOf(Intent.Schedule.class);
    assertThat(numbers("{\"queue\": \"order-check\"}")).isInstanceOf(Intent.Schedule.class);
    assertThat(numbers("{\"queue\": \"order-check\", \"body\": {\"n\": 5}}"))
        .isInstanceOfSatisfying(
            Intent.Refused.class,
            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.BODY_MISMATCH));
  }

  @Test
  void a_definition_has_a_schema_of_its_own_which_its_payload_matches() {
    assertThat(parsed("{\"queue\": \"order-check\", \"inputSchema\": {\"type\": \"integer\"}}"))
        .isInstanceOfSatisfying(
            DefinitionParser.Parsed.class,
            parsed -> {
              assertThat(parsed.intent()).isInstanceOf(Intent.Schedule.class);
              assertThat(parsed.inputSchema()).isEqualTo("{\"type\":\"integer\"}");
            });
    assertThat(parsed("{\"queue\": \"order-check\", \"inputSchema\": null}").inputSchema())
        .isNull();
    assertThat(read(withSchema("{\"type\": \"integer\"}", "5")))
        .isInstanceOf(Intent.Schedule.class);
    Intent.Refused refused = (Intent.Refused) read(withSchema("{\"type\": \"integer\"}", "[]"));
    assertThat(refused.refusal()).isEqualTo(Refusal.BODY_MISMATCH);
    assertThat(refused.reason())
        .isEqualTo(
            "the payload does not match the schema of definition 'report' at '': array found, integer expected. Correct it, or the schema");
  }

  @Test
  void an_invalid_schema_is_reported_with_all_other_mistakes() {
    Intent.Refused refused =
        (Intent.Refused)
            read(
                "{\"queue\": \"order-check\", \"inputSchema\": {\"type\": \"numbr\"}, \"priority\": 10}");
    assertThat(refused.mistakes())
        .extracting(Mistake::code)
        .containsExactly("SCHED-0057", "SCHED-0126");
    assertThat(refused.reason())
        .startsWith("field inputSchema is no JSON Schema: at '/type': does not have a value in");
  }

  private static String withSchema(String schema, String body) {
    return "{\"queue\": \"order-check\", \"inputSchema\": %s, \"body\": %s}"
        .formatted(schema, body);
  }

  private DefinitionParser.Parsed parsed(String json) {
    return parsed(json, Set.of(), Map.of());
  }

  private Intent numbers(String json) {
    InputSchema integer = InputSchema.parse("{\"type\": \"integer\"}");
    return read(json, Set.of(), Map.of(SchemaOwner.queue("order-check"), integer));
  }

  private Intent read(String json) {
    return read(json, Set.of());
  }

  private Intent read(String json, Set<String> encrypted) {
    return read(json, encrypted, Map.of());
  }

  private Intent read(String json, Set<String> encrypted, Map<SchemaOwner, InputSchema> schemas) {
    return parsed(json, encrypted, schemas).intent();
  }

  private DefinitionParser.Parsed parsed(
      String json, Set<String> encrypted, Map<SchemaOwner, InputSchema> schemas) {
    return definitions.parse(
        "report",
        json,
        new AllowList(
            RECEIVED_AT, Set.of("order-check"), Set.of(), encrypted, Set.of(), schemas, Map.of()));
  }

  private Intent parse(Registration registration) {
    JobDefinition report = JobDefinition.of(((Intent.Schedule) read(REPORT)).job());
    return Parsers.of(Registration.LIMITS, name -> Optional.of(report))
        .parse(
            registration
                .with("scheduler_definition", "report")
                .with("scheduler_recurrence", "days:1")
                .message(),
            RECEIVED_AT);
  }

  private NewJob job(Registration registration) {
    return ((Intent.Schedule) parse(registration)).job();
  }

  private static Set<String> own(NewJob job) {
    return Objects.requireNonNull(job.definition()).own();
  }
}
