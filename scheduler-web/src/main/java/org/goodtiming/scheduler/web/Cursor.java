package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionPosition;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.JobPage.Position;

/** A position in a list, as text that clients send back and do not read. */
final class Cursor {

  private Cursor() {}

  static String write(Position position) {
    String text = position.eligibleAt() + " " + position.id() + " " + position.queue();
    return encode(text);
  }

  /** The position of a schedule: no name of a worker queue holds a slash. */
  static String write(String queue, String jobId) {
    return encode(queue + "/" + jobId);
  }

  /** The position of an execution of a job. */
  static String write(ExecutionPosition run) {
    return encode(run.submittedAt() + " " + run.fireId());
  }

  static ExecutionPosition readExecution(String cursor) {
    return read(
        cursor,
        text -> {
          String[] parts = text.split(" ", 2);
          return new ExecutionPosition(moment(parts[0]), UUID.fromString(parts[1]));
        });
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  static Position read(String cursor) {
    return read(
        cursor,
        text -> {
          String[] parts = text.split(" ", 3);
          return new Position(part(parts[2]), moment(parts[0]), Long.parseLong(parts[1]));
        });
  }

  static JobKey readKey(String cursor) {
    return read(
        cursor,
        text -> {
          int slash = text.indexOf('/');
          return new JobKey(part(text.substring(0, slash)), part(text.substring(slash + 1)));
        });
  }

  private static Instant moment(String text) {
    Instant moment = Instant.parse(text);
    if (!Moments.isStorable(moment)) {
      throw new IllegalArgumentException(text);
    }
    return moment;
  }

  private static String part(String part) {
    if (part.isBlank() || !StorableText.isStorable(part)) {
      throw new IllegalArgumentException(part);
    }
    return part;
  }

  private static <T> T read(String cursor, Function<String, T> reader) {
    try {
      return reader.apply(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
      throw Problem.BAD_PARAMETER.with("cursor", cursor, "the value of next of the previous page");
    }
  }
}
