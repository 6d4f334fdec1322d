package org.goodtiming.scheduler.web.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerQueueJsonTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  void settings_are_read_and_omitted_ones_do_not_change() {
    assertThat(
            WorkerQueueJson.settings(
                object(
                    "{\"tracked\": false, \"partition\": \"fast\", \"retry\": \"5/PT1M*2..PT6H~20%\", \"runTimeout\": \"PT2H\", \"encrypted\": true, \"rateLimit\": 600}")))
        .isEqualTo(
            Map.of(
                QueueSetting.TRACKED,
                false,
                QueueSetting.PARTITION,
                "fast",
                QueueSetting.RETRY,
                "5/PT1M*2..PT6H~20%",
                QueueSetting.RUN_TIMEOUT,
                "PT2H",
                QueueSetting.ENCRYPTED,
                true,
                QueueSetting.RATE_LIMIT,
                600));
    assertThat(WorkerQueueJson.settings(object("{}"))).isEmpty();
  }

  @Test
  void a_schema_is_its_text_and_null_removes_it() {
    assertThat(WorkerQueueJson.inputSchema(object("{\"inputSchema\": {\"type\": \"integer\"}}")))
        .isEqualTo("{\"type\":\"integer\"}");
    assertThat(WorkerQueueJson.inputSchema(object("{\"inputSchema\": null}"))).isEmpty();
    assertThat(WorkerQueueJson.inputSchema(object("{}"))).isNull();
  }

  @Test
  void a_field_that_is_no_setting_is_refused_with_all_that_are() {
    assertThat(refusal(() -> WorkerQueueJson.settings(object("{\"state\": \"paused\"}"))))
        .startsWith(
            "422 SCHED-0916 field state is \"paused\": send only tracked, partition, retry, ")
        .endsWith(", inputSchema");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"tracked": "yes"}     | 422 SCHED-0916 field tracked is "yes": send true or false
          {"tracked": null}      | 422 SCHED-0916 field tracked is null: send true or false
          {"partition": 1}       | 422 SCHED-0916 field partition is 1: send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          {"partition": null}    | 422 SCHED-0916 field partition is null: send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          {"rateLimit": -1}      | 422 SCHED-0916 field rateLimit is -1: send 0 to 1000000 jobs per minute, 0 if there is no limit
          {"rateLimit": 1000001} | 422 SCHED-0916 field rateLimit is 1000001: send 0 to 1000000 jobs per minute, 0 if there is no limit
          {"rateLimit": 18446744073709551616} | 422 SCHED-0916 field rateLimit is 18446744073709551616: send 0 to 1000000 jobs per minute, 0 if there is no limit
          {"rateLimit": 0.5}     | 422 SCHED-0916 field rateLimit is 0.5: send 0 to 1000000 jobs per minute, 0 if there is no limit
          {"maxDepth": -1}       | 422 SCHED-0916 field maxDepth is -1: send 0 to 1000000 messages, 0 if there is no limit
          {"rateLimit": null}    | 422 SCHED-0916 field rateLimit is null: send 0 to 1000000 jobs per minute, 0 if there is no limit
          {"retry": 5}           | 422 SCHED-0916 field retry is 5: send a policy such as none or PT1M,PT10M,PT1H
          {"retry": "PT0S"}      | 422 SCHED-0916 field retry is "PT0S": send another policy. The retry policy 'PT0S' cannot be read, the delay PT0S must be PT1S to P366D. Write none, delays as PT1M,PT10M,PT1H, or growth as 5/PT1M*2..PT6H, and ~20% after it for jitter
          {"runTimeout": "P1M"}  | 422 SCHED-0916 field runTimeout is "P1M": send a duration from PT1S to P366D, like PT2H
          {"runTimeout": 60}     | 422 SCHED-0916 field runTimeout is 60: send a duration from PT1S to P366D, like PT2H
          {"inputSchema": {"type": "numbr"}} | 422 SCHED-0057 field inputSchema is no JSON Schema: at '/type': does not have a value in the enumeration ["array", "boolean", "integer", "null", "number", "object", "string"]; correct it, or remove it if payloads may be anything
          {"inputSchema": "{}"}  | 422 SCHED-0057 field inputSchema is no JSON Schema: at '': string found, [object, boolean] expected; correct it, or remove it if payloads may be anything
          {"closed": 1}          | 422 SCHED-0089 field closed is refused: it is 1. Send the times at which the queue is not served, such as any(weekly:SAT,SUN; daily:18:00-08:00) zone=Europe/Berlin, or never
          {"target": 1}          | 422 SCHED-0916 field target is 1: send the URL of a worker, or none
          {"target": "http://worker.example.org/"} | 422 SCHED-0998 the URL 'http://worker.example.org/' is refused: it does not begin with https://
          {"target": "https://me:secret@worker.example.org/"} | 422 SCHED-0998 the URL 'https://me:secret@worker.example.org/' is refused: it has a user
          {"partition": "a b"}   | 422 SCHED-0916 field partition is "a b": send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          """)
  void a_setting_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> WorkerQueueJson.settings(object(json)))).isEqualTo(refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          calendar:unknown                  | calendar 'calendar:unknown': no calendar of this name is known here
          any(weekly:SAT; not(weekly:SAT))  | the queue would never be served
          daily:18:00-08:00 zone=Berlin     | zone 'Berlin': write a zone such as Europe/Berlin
          sundays                           | calendar 'sundays': weekly dates annual daily cron
          """)
  void closed_times_that_cannot_be_read_or_never_end_are_refused(String closed, String reason) {
    assertThat(refusal(() -> WorkerQueueJson.checkClosed(closed, NamedCalendars.NONE, NOW)))
        .startsWith("422 SCHED-0089 field closed is refused: " + reason);
  }

  @Test
  void closed_times_may_be_calendars_of_all_kinds() {
    ExclusionCalendar company = ExclusionCalendar.parse("dates:2026-12-24");
    Stream.of("never", "any(weekly:SAT,SUN; holidays:DE) zone=Europe/Berlin", "calendar:company")
        .forEach(
            closed ->
                WorkerQueueJson.checkClosed(
                    closed, name -> Optional.of(company).filter(c -> name.equals("company")), NOW));
  }
}
