package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

  private static final Instant MOMENT = Instant.parse("2100-01-01T00:00:00.123456Z");

  @Test
  void the_position_of_a_job_is_read_as_it_was_written() {
    JobPosition position = new JobPosition("queue with spaces", MOMENT, 4711, "nightly/a b/ä");

    assertThat(Cursor.read(Cursor.write(position))).isEqualTo(position);
  }

  @Test
  void the_position_of_a_schedule_is_read_as_it_was_written() {
    assertThat(Cursor.readKey(Cursor.write("reports", "nightly/a b/ä")))
        .isEqualTo(new JobKey("reports", "nightly/a b/ä"));
  }

  @Test
  void the_position_of_an_execution_is_read_as_it_was_written() {
    var open = new ExecutionPosition(MOMENT, new UUID(1, 2), null);
    var ended = new ExecutionPosition(MOMENT, new UUID(1, 2), Duration.ofMillis(8_006));

    assertThat(Cursor.readExecution(Cursor.write(open))).isEqualTo(open);
    assertThat(Cursor.readExecution(Cursor.write(ended))).isEqualTo(ended);
  }

  @Test
  void a_cursor_needs_no_encoding_in_a_query() {
    assertThat(Cursor.write("???>>>", "~~~/???")).matches("[A-Za-z0-9_-]+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "abc", "none", "' OR '1'='1", "%", "AAAA"})
  void a_text_that_is_no_cursor_is_refused_by_each_list(String text) {
    String expected =
        "400 SCHED-0904 parameter cursor is '"
            + text
            + "': send the value of next of the previous page";

    assertThat(refusal(() -> Cursor.read(text))).isEqualTo(expected);
    assertThat(refusal(() -> Cursor.readKey(text))).isEqualTo(expected);
    assertThat(refusal(() -> Cursor.readExecution(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2100-01-01T00:00:00Z",
        "2100-01-01T00:00:00Z x q/j",
        "soon 1 q/j",
        "  ",
        "2100-01-01T00:00:00Z 1 q",
        "2100-01-01T00:00:00Z 1 q/",
        "2100-01-01T00:00:00Z 1 a\0/j",
        "2100-01-01T00:00:00Z 1  /j",
        "+1000000000-12-31T23:59:59Z 1 q/j",
        "-1000000000-01-01T00:00:00Z 1 q/j",
        "2100-01-01T00:00:00Z 9223372036854775808 q/j"
      })
  void a_forged_position_of_a_job_is_refused(String text) {
    assertThat(refusal(() -> Cursor.read(encoded(text)))).startsWith("400 SCHED-0904");
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue", "/id", "queue/", " /id", "queue/ ", "queue/a\0"})
  void a_forged_position_of_a_schedule_is_refused(String text) {
    assertThat(refusal(() -> Cursor.readKey(encoded(text)))).startsWith("400 SCHED-0904");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2100-01-01T00:00:00Z",
        "2100-01-01T00:00:00Z 1 ",
        "2100-01-01T00:00:00Z 0-0-0-0-0",
        "2100-01-01T00:00:00Z 0-0-0-0-0 x",
        "2100-01-01T00:00:00Z 0-0-0-0-0 -PT1S",
        "2100-01-01T00:00:00Z 0-0-0-0-0 PT99999999999H",
        "soon 0-0-0-0-0 ",
        "+1000000000-12-31T23:59:59Z 0-0-0-0-0 "
      })
  void a_forged_position_of_an_execution_is_refused(String text) {
    assertThat(refusal(() -> Cursor.readExecution(encoded(text)))).startsWith("400 SCHED-0904");
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().encodeToString(text.getBytes(UTF_8));
  }
}
