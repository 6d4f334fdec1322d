package org.goodtiming.scheduler.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.junit.jupiter.api.Test;

class JobHeadersTest {

  private static final String FIRE_ID = UUID.nameUUIDFromBytes(new byte[0]).toString();

  @Test
  void names_and_values_are_those_of_http() {
    assertThat(
            JobHeaders.of(
                job(
                    Map.of(
                        "x_größe", "50 %\r\nEvil: 1",
                        "scheduler_dueAt", 1_764_583_200_000L,
                        "traceparent", "00-1-2-01",
                        "tracestate", "a=1\nb",
                        "JMSPriority", 4,
                        "_AMQ_DUPL_ID", "1"))))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "Content-Type", "text/plain; charset=utf-8",
                "Idempotency-Key", FIRE_ID,
                "scheduler-fireId", FIRE_ID,
                "scheduler-attempt", "1",
                "scheduler-x-gr%C3%B6%C3%9Fe", "50%20%25%0D%0AEvil:%201",
                "scheduler-dueAt", "1764583200000",
                "traceparent", "00-1-2-01"));
  }

  @Test
  void the_ends_of_many_parents_are_left_out() {
    assertThat(JobHeaders.of(job(Map.of("scheduler_parents", "x".repeat(4096)))))
        .containsKey("scheduler-parents");
    assertThat(JobHeaders.of(job(Map.of("scheduler_parents", "x".repeat(4095) + "ä"))))
        .doesNotContainKey("scheduler-parents");
  }

  @Test
  void the_content_type_is_that_of_the_job_unless_it_is_no_field_of_http() {
    assertThat(contentType("application/json; charset=utf-8"))
        .isEqualTo("application/json; charset=utf-8");
    assertThat(contentType("a\r\nEvil: 1")).isEqualTo("text/plain; charset=utf-8");
  }

  @Test
  void a_delivery_after_the_death_of_a_node_is_a_further_attempt() {
    ReceivedMessage job = job(Map.of("scheduler_attempt", 2L));
    Origin again = new Origin(null, null, true, 3, Sender.UNKNOWN);
    assertThat(JobHeaders.of(job)).containsEntry("scheduler-attempt", "2");
    assertThat(JobHeaders.of(new ReceivedMessage(job.kind(), job.properties(), job.body(), again)))
        .containsEntry("scheduler-attempt", "4");
  }

  private static String contentType(String ofJob) {
    return JobHeaders.of(job(Map.of("scheduler_contentType", ofJob))).get("Content-Type");
  }

  private static ReceivedMessage job(Map<String, Object> properties) {
    Map<String, Object> all = new LinkedHashMap<>(properties);
    all.put("scheduler_fireId", FIRE_ID);
    return new ReceivedMessage(
        Kind.TEXT, all, new byte[0], new Origin(null, null, true, 1, Sender.UNKNOWN));
  }
}
