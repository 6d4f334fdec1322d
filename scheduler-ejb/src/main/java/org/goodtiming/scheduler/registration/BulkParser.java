package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.goodtiming.scheduler.registration.Refusal.BODY_UNENCODABLE;
import static org.goodtiming.scheduler.registration.Refusal.BODY_UNREADABLE;
import static org.goodtiming.scheduler.registration.Refusal.LINES_MISSING;
import static org.goodtiming.scheduler.registration.Refusal.LINES_NOT_TEXT;
import static org.goodtiming.scheduler.registration.Refusal.LINES_TOO_LARGE;
import static org.goodtiming.scheduler.registration.Refusal.LINES_TOO_MANY;
import static org.goodtiming.scheduler.registration.Refusal.LINES_WITH_ONE_ID;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Takes a message with many jobs apart, each line to be read by itself. */
final class BulkParser {

  private final RegistrationConfig.Bulk limits;
  private final RegistrationParser single;

  BulkParser(RegistrationConfig limits, RegistrationParser single) {
    this.limits = limits.bulk();
    this.single = single;
  }

  /** How many jobs the message may be, as far as can be seen without reading it; at least 1. */
  static int jobsIn(ReceivedMessage message) {
    byte[] body = message.body();
    if (body == null
        || !WireContract.OP_SCHEDULE_ALL.equals(message.properties().get(WireContract.OP))) {
      return 1;
    }
    int lines = 1;
    for (byte each : body) {
      if (each == '\n') {
        lines++;
      }
    }
    return lines;
  }

  /**
   * @throws RefusedException if the message as a whole cannot be had
   */
  Intent.ScheduleAll parse(ReceivedMessage message, Instant sentAt, Instant receivedAt) {
    Map<String, Object> defaults = defaults(message.properties());
    String text = text(message);
    List<Intent.Line> lines = new ArrayList<>();
    int number = 0;
    for (int from = 0; from < text.length(); ) {
      number++;
      int newline = text.indexOf('\n', from);
      int to = newline < 0 ? text.length() : newline;
      String line = text.substring(from, to);
      from = to + 1;
      if (line.isBlank()) {
        continue;
      }
      if (lines.size() == limits.maxLines()) {
        throw LINES_TOO_MANY.because(jobsIn(message), limits.maxLines());
      }
      String id = JobKeys.lineId(message.origin().messageId(), number);
      lines.add(new Intent.Line(number, line, read(id, line, defaults, sentAt, receivedAt)));
    }
    if (lines.isEmpty()) {
      throw LINES_MISSING.because();
    }
    return new Intent.ScheduleAll(lines);
  }

  private Intent read(
      @Nullable String id,
      String text,
      Map<String, Object> defaults,
      Instant sentAt,
      Instant receivedAt) {
    JobLine line = new JobLine();
    try {
      line.read(text);
      single.checkLength(line.body().bytes().length);
      return single.schedule(id, line.properties(defaults), line.body(), sentAt, receivedAt);
    } catch (RefusedException e) {
      return RegistrationParser.refused(e, line.properties(defaults));
    }
  }

  private String text(ReceivedMessage message) {
    byte[] body = message.body();
    switch (message.kind()) {
      case TEXT, MESSAGE -> {}
      case BROKEN_TEXT -> throw BODY_UNENCODABLE.because();
      case UNREADABLE -> throw BODY_UNREADABLE.because();
      case BYTES, MAP, STREAM, OBJECT, AMQP, AMQP_VALUE, AMQP_NULL ->
          throw LINES_NOT_TEXT.because(message.kind().title());
    }
    if (body == null) {
      throw LINES_MISSING.because();
    }
    if (body.length > limits.maxBytes()) {
      throw LINES_TOO_LARGE.because(body.length, limits.maxBytes());
    }
    return new String(body, UTF_8);
  }

  private static Map<String, Object> defaults(Map<String, Object> properties) {
    Object jobId = properties.get(WireContract.JOB_ID);
    if (jobId != null) {
      throw LINES_WITH_ONE_ID.because(jobId);
    }
    Map<String, Object> defaults = new HashMap<>();
    properties.forEach(
        (name, value) -> {
          if (ContractNames.isMeant(name)) {
            defaults.put(name, value);
          }
        });
    return defaults;
  }
}
