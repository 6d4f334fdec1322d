package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLinesTest {

  private final List<String> texts = new ArrayList<>();
  private final JobLines lines = new JobLines(texts::add);

  @Test
  void everything_given_is_in_the_line_by_the_names_of_the_contract() {
    lines.add(
        JobRequest.on("order-check")
            .jobId("4711")
            .dueAt(Instant.parse("2026-12-01T10:00:00.123456Z"))
            .text("{\"a\":\n1}")
            .property("x_shop", "Köln \u0001")
            .property("x_amount", 12L)
            .property("x_gift", true)
            .priority(9)
            .ifExists(JobRequest.IfExists.KEEP)
            .traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .build());
    lines.finish();

    assertThat(texts)
        .containsExactly(
            "{\"dueAt\":\"2026-12-01T10:00:00.123456Z\",\"priority\":9,\"ifExists\":\"keep\","
                + "\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\","
                + "\"queue\":\"order-check\",\"jobId\":\"4711\","
                + "\"properties\":{\"x_shop\":\"Köln \\u0001\",\"x_amount\":12,\"x_gift\":true},"
                + "\"body\":\"{\\\"a\\\":\\n1}\"}\n");
  }

  @Test
  void bytes_go_in_base64() {
    lines.add(
        JobRequest.on("q").jobId("1").delay(Duration.ZERO).bytes(new byte[] {0, 1, -1}).build());
    lines.finish();

    assertThat(texts)
        .containsExactly(
            "{\"delay\":\"PT0S\",\"queue\":\"q\",\"jobId\":\"1\",\"bodyBase64\":\"AAH/\"}\n");
  }

  @Test
  void a_text_has_no_more_lines_than_every_scheduler_takes() {
    for (int i = 0; i < 2_500; i++) {
      lines.add(JobRequest.on("q").jobId("" + i).delay(Duration.ZERO).build());
    }
    lines.finish();

    assertThat(texts)
        .allSatisfy(text -> assertThat(text.lines().count()).isLessThanOrEqualTo(1_000));
    assertThat(texts.stream().mapToLong(text -> text.lines().count()).sum()).isEqualTo(2_500);
    assertThat(String.join("", texts).lines().toList().get(2_499)).contains("\"2499\"");
  }

  @Test
  void a_text_stays_small_unless_one_job_is_large() {
    for (int i = 0; i < 100; i++) {
      lines.add(JobRequest.on("q").delay(Duration.ZERO).text("x".repeat(1_000)).build());
    }
    lines.add(JobRequest.on("q").delay(Duration.ZERO).text("x".repeat(200_000)).build());
    lines.add(JobRequest.on("q").delay(Duration.ZERO).text("last").build());
    lines.finish();

    assertThat(texts).hasSizeBetween(4, 5);
    assertThat(texts.get(0).length()).isLessThan(50_000);
    assertThat(texts.get(texts.size() - 1)).contains("last");
  }

  @Test
  void nothing_makes_no_text() {
    lines.finish();

    assertThat(texts).isEmpty();
  }
}
