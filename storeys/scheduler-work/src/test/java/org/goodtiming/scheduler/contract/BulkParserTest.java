package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Bulk.defaults;
import static org.goodtiming.scheduler.contract.Bulk.due;
import static org.goodtiming.scheduler.contract.Bulk.lines;
import static org.goodtiming.scheduler.contract.Bulk.refused;
import static org.goodtiming.scheduler.contract.Bulk.text;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for a message with many jobs; JobLineTest has the rules for a line. */
class BulkParserTest {

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

  @Test
  void a_fault_of_the_scheduler_in_one_line_drags_no_other_along() {
    NamedCalendars faulty =
        name -> {
          throw new ArithmeticException("overflow");
        };
    Registration message =
        Bulk.text(
            Bulk.defaults().with("scheduler_op", "scheduleAll"),
            """
            {"jobId":1,"recurrence":"every:PT1H","calendar":"factory"}
            {"jobId":2,"delay":"PT1H"}
            """);
    Intent.ScheduleAll read =
        (Intent.ScheduleAll) Parsers.of(faulty).parse(message.message(), Registration.RECEIVED_AT);

    assertThat(((Intent.Refused) read.lines().get(0).intent()).refusal())
        .isEqualTo(Refusal.NOT_READ);
    assertThat(read.lines().get(1).intent()).isInstanceOf(Intent.Schedule.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"BYTES", "MAP", "STREAM", "OBJECT", "AMQP"})
  void a_body_that_is_no_text_is_refused_as_a_whole(Kind kind) {
    Intent.Refused refused = refused(due().body(kind, new byte[0]));

    assertThat(refused.refusal()).isEqualTo(Refusal.LINES_NOT_TEXT);
    assertThat(refused.reason())
        .isEqualTo(
            "the body is of kind %s, but scheduleAll needs lines of text: send a TextMessage with one JSON object per line"
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
    assertThat(refused(text(due().with("scheduler_calender", "target"), "{}")).refusal())
        .isEqualTo(Refusal.PROPERTY_UNKNOWN);
  }

  @Test
  void half_a_surrogate_pair_costs_its_own_line_only() {
    String text = "{\"jobId\":\"1\"}\n{\"jobId\":\"\ud83d\"}\n{\"jobId\":\"3\"}";

    List<Intent.Line> lines = lines(due().body(Kind.BROKEN_TEXT, utf16(text)));

    assertThat(lines).hasSize(3);
    assertThat(((Intent.Refused) lines.get(1).intent()).refusal())
        .isEqualTo(Refusal.BODY_UNENCODABLE);
    assertThat(List.of(lines.get(0).intent(), lines.get(2).intent()))
        .allMatch(Intent.Schedule.class::isInstance);
  }

  @Test
  void lines_may_recur_and_a_bad_recurrence_is_refused_alone() {
    List<Intent.Line> lines =
        lines(
            defaults().with("scheduler_zone", "Europe/Berlin"),
            """
            {"jobId":"nightly","recurrence":"cron:0 0 6 ? * MON-FRI","misfire":"skip"}
            {"jobId":"hourly","recurrence":"every:PT1H","zone":"UTC","misfire":"fire-all/PT30M","count":9}
            {"jobId":"bad","recurrence":"cron:0 0 6 32 * ?"}
            {"jobId":"unknown","recurrence":"every:PT1H","calendar":"nobody-s"}
            """);

    assertThat(recurring(lines.get(0)).recurrence())
        .hasToString("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin");
    assertThat(recurring(lines.get(0)).misfire()).hasToString("skip");
    assertThat(recurring(lines.get(0)).first()).isEqualTo("2026-11-23T05:00:00Z");
    assertThat(recurring(lines.get(1)).recurrence()).hasToString("every:PT1H zone=UTC times=9");
    assertThat(recurring(lines.get(1)).misfire()).hasToString("fire-all/PT30M");
    assertThat(((Intent.Refused) lines.get(2).intent()).refusal())
        .isEqualTo(Refusal.RECURRENCE_UNREADABLE);
    assertThat(((Intent.Refused) lines.get(2).intent()).reason())
        .contains("cron field 4 (day of month) '32': 1-31, ? * L W allowed");
    assertThat(((Intent.Refused) lines.get(3).intent()).refusal())
        .isEqualTo(Refusal.CALENDAR_UNKNOWN);
  }

  private static Due.Recurring recurring(Intent.Line line) {
    return (Due.Recurring) ((Intent.Schedule) line.intent()).job().due();
  }

  @Test
  void too_many_lines_are_refused_as_a_whole() {
    assertThat(lines(due(), "{}\n".repeat(1000))).hasSize(1000);
    assertThat(refused(text(due(), "{}\n".repeat(1001))).reason())
        .isEqualTo(
            "the text has 1002 lines, but at most 1000 are allowed: send several messages, or raise the limit");
  }

  @Test
  void too_many_bytes_are_refused_as_a_whole() {
    String line = "{\"body\":\"%s\"}\n".formatted("x".repeat(10_000));

    assertThat(refused(text(due(), line.repeat(105))).reason())
        .isEqualTo(
            "the lines have 1051260 bytes together, but at most 1048576 are allowed: send several messages, or raise the limit");
  }

  private static byte[] utf16(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  private static List<Integer> numbers(String text) {
    return lines(due(), text).stream().map(Intent.Line::number).toList();
  }

  private static List<String> jobIds(Registration message, String text) {
    return lines(message, text).stream()
        .map(line -> ((Intent.Schedule) line.intent()).job().key().jobId())
        .toList();
  }
}
