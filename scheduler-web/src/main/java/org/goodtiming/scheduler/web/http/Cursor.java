package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.DueTimes;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.job.JobPosition;

/** A position in a list, as text that clients send back and do not read. */
public final class Cursor {

  private Cursor() {}

  public static String write(JobPosition position) {
    String place = position.eligibleAt() + " " + position.id() + " ";
    return encode(place + position.queue() + "/" + position.jobId());
  }

  /** The position of a schedule: no name of a worker queue holds a slash. */
  public static String write(String queue, String jobId) {
    return encode(queue + "/" + jobId);
  }

  /** Writes the position of a run; its duration is empty while the run lasts. */
  public static String write(ExecutionPosition run) {
    Object duration = run.duration() == null ? "" : run.duration();
    return encode(run.submittedAt() + " " + run.fireId() + " " + duration);
  }

  public static ExecutionPosition readExecution(String cursor) {
    return read(
        cursor,
        text -> {
          String[] parts = text.split(" ", 3);
          return new ExecutionPosition(
              moment(parts[0]),
              UUID.fromString(parts[1]),
              parts[2].isEmpty() ? null : duration(parts[2]));
        });
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  public static JobPosition read(String cursor) {
    return read(
        cursor,
        text -> {
          String[] parts = text.split(" ", 3);
          JobKey key = key(parts[2]);
          return new JobPosition(
              key.queue(), moment(parts[0]), Long.parseLong(parts[1]), key.jobId());
        });
  }

  public static JobKey readKey(String cursor) {
    return read(cursor, Cursor::key);
  }

  private static JobKey key(String text) {
    int slash = text.indexOf('/');
    return new JobKey(part(text.substring(0, slash)), part(text.substring(slash + 1)));
  }

  private static Instant moment(String text) {
    return DueTimes.parse(text).orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static Duration duration(String text) {
    return ListParameters.DURATIONS
        .parse(text)
        .orElseThrow(() -> new IllegalArgumentException(text));
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
