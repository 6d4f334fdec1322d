package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.good;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.schema.InputSchema;
import org.junit.jupiter.api.Test;

class AllowListRulesTest {

  private static final InputSchema ORDER =
      InputSchema.parse(
          "{\"type\": \"object\", \"properties\": {\"order\": {\"type\": \"integer\"}}}");

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @Test
  void a_payload_that_does_not_match_the_schema_of_its_queue_is_refused_with_its_pointer() {
    Intent.Refused refused =
        (Intent.Refused) applied(good().body(Kind.TEXT, bytes("{\"order\": \"abc\"}")), ORDER);
    String reason =
        "the payload does not match the schema of worker queue 'order-check' at '/order': string found, integer expected. Correct it, or the schema";
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.mistakes()).isEqualTo(List.of(new Mistake("SCHED-0058", reason, "/order")));
    assertThat(refused.jobId()).isEqualTo("4711");
  }

  @Test
  void a_payload_that_matches_is_accepted_as_text_and_as_bytes() {
    for (Kind kind : List.of(Kind.TEXT, Kind.BYTES)) {
      assertThat(applied(good().body(kind, bytes("{\"order\": 1}")), ORDER))
          .isInstanceOf(Intent.Schedule.class);
    }
  }

  @Test
  void the_question_whether_a_job_would_be_accepted_is_answered_by_the_schema() {
    Registration check = good().with("scheduler_op", "check");
    assertThat(applied(check.body(Kind.TEXT, bytes("[]")), ORDER))
        .isInstanceOf(Intent.Refused.class);
    assertThat(applied(check.body(Kind.TEXT, bytes("{}")), ORDER)).isInstanceOf(Intent.Check.class);
  }

  @Test
  void a_schema_that_this_node_cannot_read_refuses_all_payloads() {
    assertThat(applied(good(), InputSchema.unreadable("this node is older")))
        .isInstanceOfSatisfying(
            Intent.Refused.class,
            refused -> assertThat(refused.reason()).contains("this node is older"));
  }

  private Intent applied(Registration registration, InputSchema schema) {
    AllowList allowList =
        new AllowList(
            RECEIVED_AT,
            Set.of("order-check"),
            Set.of(),
            Set.of(),
            Set.of(),
            Map.of(SchemaOwner.queue("order-check"), schema),
            Map.of());
    return new AllowListRules(allowList).apply(parser.parse(registration.message(), RECEIVED_AT));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
