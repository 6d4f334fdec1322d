package org.goodtiming.scheduler.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.junit.jupiter.api.Test;

class LifecycleEventTest {

  private static final LifecycleEvent EVENT =
      new LifecycleEvent(
          17,
          UUID.fromString("0b9f8b5e-0000-4000-8000-000000000001"),
          Instant.parse("2026-12-01T10:00:00.5Z"),
          "job.failed",
          new JobKey("order-check", "4711"),
          UUID.fromString("0b9f8b5e-0000-4000-8000-000000000002"),
          2,
          Instant.parse("2026-12-01T10:00:00Z"),
          "no such \"order\"");

  @Test
  void an_event_has_the_attributes_of_CloudEvents_as_properties() {
    assertThat(EVENT.properties())
        .containsAllEntriesOf(
            Map.of(
                "cloudEvents_specversion", "1.0",
                "cloudEvents_id", "0b9f8b5e-0000-4000-8000-000000000001",
                "cloudEvents_source", "/scheduler",
                "cloudEvents_type", "org.goodtiming.scheduler.job.failed",
                "cloudEvents_subject", "order-check/4711",
                "cloudEvents_time", "2026-12-01T10:00:00.500Z",
                "cloudEvents_datacontenttype", "application/json",
                "cloudEvents_sequence", "17",
                "_AMQ_DUPL_ID", "0b9f8b5e-0000-4000-8000-000000000001"))
        .containsEntry("scheduler_queue", "order-check")
        .containsEntry("scheduler_jobId", "4711");
  }

  @Test
  void its_data_are_json() {
    assertThat(EVENT.json())
        .isEqualTo(
            "{\"queue\":\"order-check\",\"jobId\":\"4711\",\"fireId\":\"0b9f8b5e-0000-4000-8000-000000000002\",\"attempt\":2,\"dueAt\":\"2026-12-01T10:00:00Z\",\"message\":\"no such \\\"order\\\"\"}");
  }
}
