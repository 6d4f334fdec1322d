package org.goodtiming.scheduler.execution;

import java.util.Arrays;
import org.goodtiming.scheduler.message.StorableText;

/** The refusals of a report: each has a stable code, and a text with cause and remedy. */
enum ReportRefusal {
  NO_TEXT("SCHED-0801", "the body is of kind %s: send a report as text with one JSON object"),
  NO_OBJECT("SCHED-0802", "the text is not one JSON object: %s"),
  FIELD("SCHED-0803", "field '%s' is '%s': send %s"),
  FIELD_UNKNOWN(
      "SCHED-0804", "field '%s' is not in the wire contract: correct its name, or omit it"),
  RESULT_TWICE("SCHED-0805", "more than one of result, resultJson and resultBase64: send only one"),
  STORE_FAILED(
      "SCHED-0670",
      "all attempts to store this report alone failed, although database and broker answered: the log has the failure (SCHED-0167)"),
  UNDELIVERABLE(
      "SCHED-0807",
      "this AMQP message cannot be converted to JMS, so the broker cannot deliver it: send text, and no timestamp or uuid as application property");

  private static final int MAX_VALUE_LENGTH = 100;

  final String code;
  private final String text;

  ReportRefusal(String code, String text) {
    this.code = code;
    this.text = text;
  }

  String reason(Object... values) {
    return text.formatted(
        Arrays.stream(values)
            .map(value -> StorableText.shown(value.toString(), MAX_VALUE_LENGTH))
            .toArray());
  }

  RefusedReportException because(Object... values) {
    return new RefusedReportException(this, reason(values));
  }
}
