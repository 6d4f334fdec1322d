package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.goodtiming.scheduler.contract.Refusal.BODY_UNENCODABLE;
import static org.goodtiming.scheduler.contract.Refusal.BODY_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.LINES_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.LINES_NOT_TEXT;
import static org.goodtiming.scheduler.contract.Refusal.LINES_TOO_LARGE;
import static org.goodtiming.scheduler.contract.Refusal.LINES_TOO_MANY;
import static org.goodtiming.scheduler.contract.Refusal.LINES_WITH_ONE_ID;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.StorableText;

/** Splits a message with many jobs into lines, which are parsed separately. */
public final class BulkParser {

  private final RegistrationConfig.Bulk limits;
  private final RegistrationParser single;

  BulkParser(RegistrationConfig limits, RegistrationParser single) {
    this.limits = limits.bulk();
    this.single = single;
  }

  /** Maximum number of jobs of the message, from its number of lines; at least 1. */
  public static int jobsIn(ReceivedMessage message) {
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
   * @throws RefusedException if the message as a whole is refused
   */
  Intent.ScheduleAll parse(ReceivedMessage message, Submission submission) {
    Map<String, Object> defaults = defaults(message.properties());
    String text = text(message);
    List<Intent.Line> lines = new ArrayList<>();
    int number = 0;
    long defined = 0;
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
      Intent intent = read(submission.ofLine(number), line, defaults);
      defined += bytesOfDefinition(intent);
      if (defined > limits.maxBytes()) {
        throw LINES_TOO_LARGE.because(defined, limits.maxBytes());
      }
      lines.add(new Intent.Line(number, line, intent));
    }
    if (lines.isEmpty()) {
      throw LINES_MISSING.because();
    }
    return new Intent.ScheduleAll(lines);
  }

  /** A short line may take a large payload from the definition that it names. */
  private static int bytesOfDefinition(Intent intent) {
    return intent instanceof Intent.Schedule schedule && schedule.job().definition() != null
        ? schedule.job().envelope().body().bytes().length
        : 0;
  }

  /**
   * A single line.
   *
   * @param message whose body is the line
   */
  Intent.ScheduleAll parseLine(ReceivedMessage message, int number, Submission submission) {
    Map<String, Object> defaults = defaults(message.properties());
    String text = text(message);
    Intent intent = read(submission.ofLine(number), text, defaults);
    return new Intent.ScheduleAll(List.of(new Intent.Line(number, text, intent)));
  }

  private Intent read(Submission submission, String text, Map<String, Object> defaults) {
    JobLine line = new JobLine(defaults);
    if (!StorableText.isEncodable(text)) {
      return RegistrationParser.refused(BODY_UNENCODABLE.because(), line.properties());
    }
    Intent intent = single.parse(line, text, submission, job -> {});
    return intent instanceof Intent.Refused refused ? refused.with(List.of()) : intent;
  }

  private String text(ReceivedMessage message) {
    String text = message.text();
    switch (message.kind()) {
      case TEXT, BROKEN_TEXT, MESSAGE -> {}
      case UNREADABLE -> throw BODY_UNREADABLE.because();
      case BYTES, MAP, STREAM, OBJECT, AMQP, AMQP_VALUE, AMQP_NULL ->
          throw LINES_NOT_TEXT.because(message.kind().title());
    }
    if (text == null) {
      throw LINES_MISSING.because();
    }
    int bytes = text.getBytes(UTF_8).length;
    if (bytes > limits.maxBytes()) {
      throw LINES_TOO_LARGE.because(bytes, limits.maxBytes());
    }
    return text;
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
