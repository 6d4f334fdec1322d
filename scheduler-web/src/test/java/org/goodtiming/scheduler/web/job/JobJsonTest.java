package org.goodtiming.scheduler.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobPage;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.Cursor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class JobJsonTest {

  private static final JobKey KEY = new JobKey("order-check", "4711");
  private static final Instant DUE = Instant.parse("2100-01-01T00:00:00Z");

  @Test
  void a_waiting_job_is_shown_without_what_is_unknown() {
    assertThat(json(job(JobState.WAITING, null)))
        .isEqualTo(
            "{\"queue\":\"order-check\",\"jobId\":\"4711\",\"state\":\"waiting\",\"dueAt\":\"2100-01-01T00:00:00Z\","
                + "\"eligibleAt\":\"2100-01-01T00:00:05Z\",\"priority\":4,\"attempts\":0,\"fireId\":\"f-1\","
                + "\"registeredAt\":\"1970-01-01T00:00:00Z\"}");
  }

  @Test
  void a_held_job_shows_its_holder_and_no_time_from_which_it_may_be_dispatched() {
    assertThat(json(job(JobState.HELD, new JobView.Hold(Instant.EPOCH, "ann"))))
        .contains("\"state\":\"held\"", "\"heldAt\":\"1970-01-01T00:00:00Z\",\"heldBy\":\"ann\"")
        .doesNotContain("eligibleAt");
    assertThat(json(job(JobState.HELD, new JobView.Hold(Instant.EPOCH, null))))
        .doesNotContain("heldBy");
  }

  @Test
  void a_paused_job_shows_when_it_goes_on_unless_nobody_knows() {
    assertThat(json(paused(DUE)))
        .contains("\"eligibleAt\":\"2100-01-01T00:00:00Z\"", "\"paused\":true");
    assertThat(json(paused(Instant.parse("9999-12-31T00:00:00Z"))))
        .contains("\"paused\":true")
        .doesNotContain("eligibleAt");
  }

  private static JobView paused(Instant until) {
    return new JobView(
        1,
        "v",
        KEY,
        JobState.WAITING,
        DUE,
        until,
        registration(4, null),
        0,
        null,
        "f-1",
        true,
        true,
        null,
        DUE,
        null);
  }

  @Test
  void a_row_of_a_list_has_the_line_that_its_reader_may_see() {
    JobPayload payload =
        new JobPayload(
            true,
            "{\n  \"order\": 4711 }".getBytes(UTF_8),
            null,
            "{\"x_customer\":\"c-1\"}",
            false);
    assertThat(payload.excerpt()).isEqualTo("{\"x_customer\":\"c-1\"} { \"order\": 4711 }");
    assertThat(new JobPayload(true, "x".repeat(999).getBytes(UTF_8), null, null, false).excerpt())
        .hasSize(161);
    assertThat(new JobPayload(false, new byte[] {1}, null, "{}", false).excerpt()).isEmpty();

    JobPage page = new JobPage(List.of(job(JobState.DUE, null)), null, false);
    assertThat(JobJson.of(page, null, Map.of(1L, "a line"))).contains("\"excerpt\":\"a line\"");
    assertThat(JobJson.of(page, null, Map.of())).doesNotContain("excerpt");
  }

  @Test
  void a_retrying_job_shows_its_last_error() {
    JobView job =
        new JobView(
            1,
            "v",
            KEY,
            JobState.RETRYING,
            DUE,
            DUE,
            registration(9, DUE),
            3,
            "no route",
            "f-1",
            false,
            false,
            "jane",
            DUE,
            null);

    assertThat(json(job))
        .contains(
            "\"priority\":9,\"expiresAt\":\"2100-01-01T00:00:00Z\",\"attempts\":3,\"lastError\":\"no route\"",
            "\"registeredBy\":\"jane\"");
  }

  @Test
  void markup_in_an_id_is_a_text_of_json() {
    JobView job =
        new JobView(
            1,
            "v",
            new JobKey("order-check", "<script>\"\r\n"),
            JobState.DUE,
            DUE,
            DUE,
            registration(4, null),
            0,
            null,
            "f-1",
            false,
            false,
            null,
            DUE,
            null);

    assertThat(json(job)).contains("\"jobId\":\"<script>\\\"\\r\\n\"");
  }

  @Test
  void a_payload_of_text_is_shown_as_text_and_other_bytes_as_base64() {
    assertThat(
            json(
                new JobPayload(
                    true, "{\"ä\":1}".getBytes(UTF_8), "application/json", "{\"a\":1}", false)))
        .isEqualTo(
            "{\"body\":\"{\\\"ä\\\":1}\",\"contentType\":\"application/json\",\"properties\":{\"a\":1}}");
    assertThat(json(new JobPayload(false, new byte[] {0, 1}, null, null, false)))
        .isEqualTo("{\"bodyBase64\":\"AAE=\",\"properties\":{}}");
  }

  @Test
  void properties_that_somebody_wrote_by_hand_are_shown_as_they_are() {
    assertThat(json(new JobPayload(true, new byte[0], null, "not json", false)))
        .isEqualTo("{\"body\":\"\",\"properties\":\"not json\"}");
  }

  @Test
  void a_page_has_a_cursor_unless_it_is_the_last() {
    JobPosition next = new JobPosition("order-check", DUE, 7, "4711");

    assertThat(JobJson.of(new JobPage(List.of(), null, false), null, Map.of()))
        .isEqualTo("{\"jobs\":[]}");
    assertThat(JobJson.of(new JobPage(List.of(), next, false), null, Map.of()))
        .isEqualTo("{\"jobs\":[],\"next\":\"" + Cursor.write(next) + "\"}");
  }

  @Test
  void a_search_that_ended_at_its_limit_says_so() {
    JobPosition next = new JobPosition("order-check", DUE, 7, "4711");

    assertThat(JobJson.of(new JobPage(List.of(), next, true), new JobCount(3, true), Map.of()))
        .isEqualTo(
            "{\"jobs\":[],\"next\":\"%s\",\"limitMet\":true,\"count\":3,\"more\":true}"
                .formatted(Cursor.write(next)));
  }

  @Test
  void a_list_shows_no_payload() {
    assertThat(
            JobJson.of(new JobPage(List.of(job(JobState.DUE, null)), null, false), null, Map.of()))
        .contains("\"state\":\"due\"")
        .doesNotContain("body", "properties");
  }

  @ParameterizedTest
  @CsvSource({"0,0,false", "999,999,false", "1000,1000,false", "1001,1000,true"})
  void a_count_ends_at_a_thousand_and_shows_whether_there_are_more(
      int found, int count, boolean more) {
    assertThat(
            JobJson.of(
                new JobPage(List.of(), null, false), JobCount.capped(found, false), Map.of()))
        .isEqualTo("{\"jobs\":[],\"count\":" + count + ",\"more\":" + more + "}");
  }

  @Test
  void a_receipt_shows_what_is_known() {
    assertThat(
            JobJson.of(
                new Receipt(
                    Receipt.Status.REPLACED, KEY, DUE, List.of(), new UUID(0, 1), Instant.EPOCH)))
        .isEqualTo(
            "{\"status\":\"replaced\",\"queue\":\"order-check\",\"jobId\":\"4711\",\"dueAt\":\"2100-01-01T00:00:00Z\","
                + "\"lastPlannedAt\":\"1970-01-01T00:00:00Z\",\"fireId\":\"00000000-0000-0000-0000-000000000001\"}");
    assertThat(
            JobJson.of(new Receipt(Receipt.Status.CANCEL_NOTED, null, null, List.of(), null, null)))
        .isEqualTo("{\"status\":\"cancel-noted\"}");
  }

  static JobView job(JobState state, JobView.Hold hold) {
    return new JobView(
        1,
        "v",
        KEY,
        state,
        DUE,
        DUE.plusSeconds(5),
        registration(4, null),
        0,
        null,
        "f-1",
        false,
        false,
        null,
        Instant.EPOCH,
        hold);
  }

  public static Row registration(int priority, @Nullable Instant expiresAt) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("priority", priority);
    if (expiresAt != null) {
      fields.put("expiresAt", expiresAt);
    }
    return new Row(fields, null);
  }

  private static String json(JobView job) {
    return JobJson.of(job).build().toString();
  }

  private static String json(JobPayload payload) {
    return JobJson.of(payload).build().toString();
  }
}
