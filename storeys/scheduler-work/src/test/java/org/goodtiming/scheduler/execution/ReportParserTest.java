package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.junit.jupiter.api.Test;

class ReportParserTest {

  @Test
  void the_limit_of_results_is_that_of_the_settings_in_bytes_of_utf_8() {
    Report fits = new ReportParser(10).parse(finished("123456\u00e9\u00e9"));
    assertThat(fits.event()).isEqualTo(Report.Event.FINISHED);
    assertThat(fits.result()).isNotNull();

    Report tooLarge = new ReportParser(9).parse(finished("123456\u00e9\u00e9"));
    assertThat(tooLarge.event()).isEqualTo(Report.Event.FAILED);
    assertThat(tooLarge.result()).isNull();
    assertThat(tooLarge.message())
        .startsWith("SCHED-0806 the result has 10 bytes, but at most 9 are kept");
  }

  @Test
  void a_report_whose_json_is_nested_too_deeply_is_refused() {
    String deep = "[".repeat(1_100) + "]".repeat(1_100);

    assertThatThrownBy(() -> new ReportParser(10).parse(report("{\"resultJson\": " + deep + "}")))
        .isInstanceOfSatisfying(
            RefusedReportException.class,
            refused -> assertThat(refused.code()).isEqualTo(ReportRefusal.NO_OBJECT.code));
  }

  @Test
  void a_failed_run_may_be_tried_again_unless_its_worker_says_otherwise() {
    assertThat(new ReportParser(10).parse(failed("")).isRetriable()).isTrue();
    assertThat(new ReportParser(10).parse(failed(", \"retry\": false")).isRetriable()).isFalse();
    assertThat(new ReportParser(10).parse(failed(", \"retry\": true")).isRetriable()).isTrue();
    assertThatThrownBy(() -> new ReportParser(10).parse(failed(", \"retry\": \"no\"")))
        .isInstanceOf(RefusedReportException.class)
        .hasMessageContaining("true or false");
    assertThat(new ReportParser(0).parse(finished("too large")).isRetriable()).isFalse();
  }

  @Test
  void a_worker_may_name_the_time_of_the_next_attempt() {
    assertThat(new ReportParser(10).parse(failed("")).retryAt()).isNull();
    for (String time : List.of("2026-12-01T09:00:00+01:00", "2026-12-01T08:00Z")) {
      assertThat(new ReportParser(10).parse(failed(", \"retryAt\": \"" + time + "\"")).retryAt())
          .isEqualTo("2026-12-01T08:00:00Z");
    }
    assertThat(
            new ReportParser(10).parse(failed(", \"retryAt\": \"+12026-12-01T08:00Z\"")).retryAt())
        .isEqualTo("+12026-12-01T08:00:00Z");
    assertThatThrownBy(() -> new ReportParser(10).parse(failed(", \"retryAt\": \"tomorrow\"")))
        .hasMessageContaining("field 'retryAt' is 'tomorrow': send a time of ISO 8601");
    assertThatThrownBy(
            () ->
                new ReportParser(10)
                    .parse(failed(", \"retry\": false, \"retryAt\": \"2026-12-01T08:00:00Z\"")))
        .hasMessageContaining("send it without \"retry\": false");
  }

  @Test
  void a_checkpoint_is_any_json_value_within_its_limit() {
    assertThat(notes(", \"checkpoint\": {\"page\": [6, null]}").checkpoint())
        .isEqualTo("{\"page\":[6,null]}");
    assertThat(notes(", \"checkpoint\": \"half\"").checkpoint()).isEqualTo("\"half\"");
    assertThat(notes(", \"checkpoint\": null")).isEqualTo(Report.Notes.NONE);
    assertThat(notes("")).isSameAs(Report.Notes.NONE);
    String largest = "\"" + "\u00e9".repeat(WireContract.MAX_CHECKPOINT_BYTES / 2 - 1) + "\"";
    assertThat(notes(", \"checkpoint\": " + largest).checkpoint()).isEqualTo(largest);
  }

  @Test
  void a_checkpoint_that_is_too_large_is_dropped_and_leaves_a_line() {
    String tooLarge = "\"" + "x".repeat(WireContract.MAX_CHECKPOINT_BYTES - 1) + "\"";
    Report.Notes notes = notes(", \"log\": [\"one\"], \"checkpoint\": " + tooLarge);
    assertThat(notes.checkpoint()).isNull();
    assertThat(notes.log())
        .containsExactly(
            "one",
            "SCHED-0687 a checkpoint of 16385 bytes was not kept, for at most 16384 are: store the data elsewhere, and a reference to it in the checkpoint");
  }

  @Test
  void log_lines_are_cut_off_and_only_the_last_are_kept() {
    String line = "x".repeat(WireContract.MAX_LOG_LINE_LENGTH + 1);
    assertThat(notes(", \"log\": [\"" + line + "\", \"nul \\u0000\"]").log())
        .containsExactly(line.substring(1) + "...", "nul \ufffd");
    String many = "\"first\"" + ", \"more\"".repeat(WireContract.MAX_LOG_LINES);
    assertThat(notes(", \"log\": [" + many + "]").log())
        .hasSize(WireContract.MAX_LOG_LINES)
        .containsOnly("more");
    assertThatThrownBy(() -> notes(", \"log\": \"one\""))
        .isInstanceOf(RefusedReportException.class)
        .hasMessageContaining("field 'log' is '\"one\"': send an array of strings");
    assertThatThrownBy(() -> notes(", \"log\": [1]"))
        .hasMessageContaining("field 'log' is '1': send an array of strings");
  }

  private static Report.Notes notes(String more) {
    return new ReportParser(10).parse(failed(more)).notes();
  }

  private static ReceivedMessage failed(String more) {
    return report(
        "{\"fireId\": \"0b9f8b5e-0000-4000-8000-000000000000\", \"token\": \"t\", \"event\": \"failed\"%s}"
            .formatted(more));
  }

  private static ReceivedMessage finished(String result) {
    return report(
        "{\"fireId\": \"0b9f8b5e-0000-4000-8000-000000000000\", \"token\": \"t\", \"event\": \"finished\", \"result\": \"%s\"}"
            .formatted(result));
  }

  private static ReceivedMessage report(String report) {
    Origin origin = new Origin(null, null, true, 1, new Sender("worker", null, null));
    return new ReceivedMessage(Kind.TEXT, Map.of(), report.getBytes(UTF_8), origin);
  }
}
