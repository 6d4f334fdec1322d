package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.execution.Report.Result;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.job.FireIds;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.recurrence.syntax.IsoTime;
import org.jspecify.annotations.Nullable;

/** Reads reports by the wire contract. */
@Singleton
public final class ReportParser {

  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  private static final Pattern FIRE_ID = Pattern.compile(FireIds.FORM);

  private static final int MAX_MESSAGE_LENGTH = 2_000;
  private static final int MAX_NAME_LENGTH = 250;
  private static final int MAX_ATTEMPTS = 1_000;
  private static final DurationRange TIMEOUTS =
      new DurationRange(Duration.ofSeconds(1), Duration.ofDays(366));
  private static final List<String> RESULTS = List.of("result", "resultJson", "resultBase64");
  private static final Set<String> FIELDS =
      Set.of(
          "fireId",
          "token",
          "event",
          "message",
          "progress",
          "worker",
          "timeout",
          "maxAttempts",
          "retry",
          "retryAt",
          "result",
          "resultJson",
          "resultBase64",
          ReportedNotes.CHECKPOINT,
          ReportedNotes.LOG);

  private final int maxResultBytes;

  @Inject
  ReportParser(ExecutionConfig limits) {
    this(limits.maxResultBytes());
  }

  /**
   * @param maxResultBytes a larger result, text counted in UTF-8, ends its run as an error
   */
  public ReportParser(int maxResultBytes) {
    this.maxResultBytes = maxResultBytes;
  }

  /**
   * @throws RefusedReportException if it is not a valid report
   */
  public Report parse(ReceivedMessage message) {
    String text = message.text();
    if (text == null) {
      throw ReportRefusal.NO_TEXT.because(message.kind().title());
    }
    return parse(text);
  }

  /**
   * @throws RefusedReportException if it is not a valid report
   */
  public Report parse(String text) {
    return limited(report(object(text)));
  }

  /** Collects possible fire ids from a message that is not a valid report. */
  static Set<UUID> fireIds(ReceivedMessage message) {
    String text = message.text();
    byte[] body = message.body();
    if (text == null) {
      text = body == null ? "" : new String(body, ISO_8859_1);
    }
    Stream<UUID> named =
        FIRE_ID.matcher(text).results().map(found -> UUID.fromString(found.group()));
    return Stream.concat(Stream.ofNullable(message.fireId()), named).collect(Collectors.toSet());
  }

  private static JsonObject object(String text) {
    try (var reader = READERS.createReader(new StringReader(text))) {
      return reader.readObject();
    } catch (RuntimeException | StackOverflowError e) {
      // At a depth of 1,000 Parsson throws its most general exception
      throw ReportRefusal.NO_OBJECT.because(String.valueOf(e.getMessage()));
    }
  }

  private static Report report(JsonObject json) {
    json.keySet().stream()
        .filter(field -> !FIELDS.contains(field))
        .findFirst()
        .ifPresent(
            field -> {
              throw ReportRefusal.FIELD_UNKNOWN.because(field);
            });
    return new Report(
        fireId(json),
        required(json, "token"),
        event(json),
        shortened(string(json, "message"), MAX_MESSAGE_LENGTH),
        number(json, "progress", 0, 100),
        shortened(string(json, "worker"), MAX_NAME_LENGTH),
        timeout(json),
        number(json, "maxAttempts", 1, MAX_ATTEMPTS),
        result(json),
        flag(json, "retry", true),
        retryAt(json),
        ReportedNotes.of(json));
  }

  /** A run whose result is too large has ended nevertheless. */
  private Report limited(Report report) {
    Result result = report.result();
    return result == null || result.bytes().length <= maxResultBytes
        ? report
        : report.failed(
            "SCHED-0806 the result has %d bytes, but at most %d are kept: report a reference to it, or raise scheduler.execution.max-result-bytes"
                .formatted(result.bytes().length, maxResultBytes));
  }

  private static UUID fireId(JsonObject json) {
    String text = required(json, "fireId");
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw ReportRefusal.FIELD.because("fireId", text, "scheduler_fireId of the delivery");
    }
  }

  private static Report.Event event(JsonObject json) {
    String text = required(json, "event");
    Report.Event event = Report.Event.named(text);
    if (event == null) {
      throw ReportRefusal.FIELD.because("event", text, "one of " + Report.Event.names());
    }
    return event;
  }

  private static @Nullable Duration timeout(JsonObject json) {
    String text = string(json, "timeout");
    return text == null
        ? null
        : TIMEOUTS
            .parse(text)
            .orElseThrow(
                () ->
                    ReportRefusal.FIELD.because("timeout", text, "a duration from PT1S to P366D"));
  }

  private static @Nullable Instant retryAt(JsonObject json) {
    String text = string(json, "retryAt");
    if (text == null) {
      return null;
    }
    if (!flag(json, "retry", true)) {
      throw ReportRefusal.FIELD.because("retryAt", text, "it without \"retry\": false");
    }
    try {
      return IsoTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw ReportRefusal.FIELD.because(
          "retryAt", text, "a time of ISO 8601 such as 2026-12-01T08:00:00Z");
    }
  }

  private static @Nullable Result result(JsonObject json) {
    if (RESULTS.stream().filter(json::containsKey).count() > 1) {
      throw ReportRefusal.RESULT_TWICE.because();
    }
    if (json.containsKey("resultJson")) {
      return new Result(ResultLookup.Kind.JSON, json.get("resultJson").toString().getBytes(UTF_8));
    }
    String text = string(json, "result");
    return text == null ? bytes(json) : new Result(ResultLookup.Kind.TEXT, text.getBytes(UTF_8));
  }

  private static @Nullable Result bytes(JsonObject json) {
    String base64 = string(json, "resultBase64");
    try {
      return base64 == null
          ? null
          : new Result(ResultLookup.Kind.BYTES, Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw ReportRefusal.FIELD.because("resultBase64", base64, "base64 of RFC 4648, section 4");
    }
  }

  private static String required(JsonObject json, String field) {
    String text = string(json, field);
    if (text == null || text.isBlank()) {
      throw ReportRefusal.FIELD.because(field, String.valueOf(text), "a string that is not blank");
    }
    return text;
  }

  /** Null if absent, or null. */
  private static @Nullable String string(JsonObject json, String field) {
    JsonValue value = value(json, field);
    if (value == null || value instanceof JsonString) {
      return value == null ? null : ((JsonString) value).getString();
    }
    throw ReportRefusal.FIELD.because(field, value, "a string");
  }

  private static @Nullable Integer number(JsonObject json, String field, int minimum, int maximum) {
    JsonValue value = value(json, field);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonNumber number && number.isIntegral()) {
      long whole = number.longValue();
      if (whole >= minimum && whole <= maximum) {
        return (int) whole;
      }
    }
    throw ReportRefusal.FIELD.because(
        field, value, "a whole number from %d to %d".formatted(minimum, maximum));
  }

  private static boolean flag(JsonObject json, String field, boolean absent) {
    JsonValue value = value(json, field);
    if (value == null) {
      return absent;
    }
    return switch (value.getValueType()) {
      case TRUE -> true;
      case FALSE -> false;
      case STRING, NUMBER, ARRAY, OBJECT, NULL ->
          throw ReportRefusal.FIELD.because(field, value, "true or false");
    };
  }

  private static @Nullable JsonValue value(JsonObject json, String field) {
    JsonValue value = json.get(field);
    return value == null || value == JsonValue.NULL ? null : value;
  }

  private static @Nullable String shortened(@Nullable String text, int length) {
    return text == null ? null : StorableText.shown(text, length);
  }
}
