package org.goodtiming.scheduler.web.queue;

import static java.util.Objects.requireNonNull;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.queue.ClosedTimes;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.goodtiming.scheduler.web.http.ReceiverUrl;
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.jspecify.annotations.Nullable;

/** Reads the settings that an operator requests for a worker queue. */
public final class WorkerQueueJson {

  private static final String SCHEMA = "inputSchema";

  private static final List<String> FIELDS =
      Stream.concat(
              Arrays.stream(QueueSetting.values()).map(QueueSetting::field), Stream.of(SCHEMA))
          .toList();

  private static final Pattern KEY_PROPERTY =
      Pattern.compile("none|group|x_\\p{javaJavaIdentifierPart}{1,98}");

  private WorkerQueueJson() {}

  /** Returns the settings that the request contains. */
  public static Map<QueueSetting, Object> settings(JsonObject json) {
    JsonFields fields = new JsonFields(json);
    Map<QueueSetting, Object> settings = new EnumMap<>(QueueSetting.class);
    Reading reading =
        new Reading()
            .check(
                () -> fields.checkKnown(Set.copyOf(FIELDS), "only " + String.join(", ", FIELDS)));
    for (QueueSetting setting : QueueSetting.values()) {
      JsonValue value = json.get(setting.field());
      if (value != null) {
        reading.check(() -> settings.put(setting, read(setting, value, fields)));
      }
    }
    reading.check(() -> checkSchema(inputSchema(json))).end();
    return settings;
  }

  private static Object read(QueueSetting setting, JsonValue value, JsonFields fields) {
    return requireNonNull(
        switch (setting.kind()) {
          case FLAG -> fields.flag(setting.field());
          case NUMBER -> number(setting, value);
          case PARTITION -> partition(setting, value);
          case RETRY_POLICY -> JobSettingsJson.retry(fields.json());
          case RUN_LIMIT -> JobSettingsJson.runTimeout(fields.json());
          case CLOSED_TIMES -> closed(value);
          case KEY_PROPERTY -> keyProperty(setting, value);
          case TARGET -> target(setting, value);
        });
  }

  private static String target(QueueSetting setting, JsonValue value) {
    if (!(value instanceof JsonString text)) {
      throw Problem.BAD_FIELD.with(
          setting.field(), value, "the URL of a worker, or " + QueueSetting.NO_TARGET);
    }
    return text.getString().equals(QueueSetting.NO_TARGET)
        ? text.getString()
        : ReceiverUrl.checked(text.getString());
  }

  private static String closed(JsonValue value) {
    if (value instanceof JsonString text && StorableText.isStorable(text.getString())) {
      return text.getString().strip();
    }
    throw Problem.CLOSED_TIMES_REFUSED.explained("it is " + value);
  }

  /**
   * Refuses closed times that cannot be read, or never end.
   *
   * @param calendars those that the times may name
   */
  static void checkClosed(@Nullable Object closed, NamedCalendars calendars, Instant now) {
    if (closed == null || closed.equals(ClosedTimes.NEVER)) {
      return;
    }
    try {
      if (ClosedTimes.parse(closed.toString(), calendars).isForEver(now)) {
        throw Problem.CLOSED_TIMES_REFUSED.explained("the queue would never be served");
      }
    } catch (RecurrenceSyntaxException e) {
      throw Problem.CLOSED_TIMES_REFUSED.explained(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The schema of payloads as JSON text, which {@link #settings} has checked; empty if the queue is
   * to have none, null if the request does not say it.
   */
  static @Nullable String inputSchema(JsonObject json) {
    JsonValue value = json.get(SCHEMA);
    if (value == null) {
      return null;
    }
    return value == JsonValue.NULL ? "" : value.toString();
  }

  private static void checkSchema(@Nullable String text) {
    try {
      if (text != null && !text.isEmpty()) {
        InputSchema.parse(text);
      }
    } catch (IllegalArgumentException e) {
      throw Problem.BAD_INPUT_SCHEMA.explained(String.valueOf(e.getMessage()));
    }
  }

  private static int number(QueueSetting setting, JsonValue value) {
    if (value instanceof JsonNumber number && isUpTo(setting.max(), number.bigDecimalValue())) {
      return number.intValue();
    }
    throw Problem.BAD_FIELD.with(
        setting.field(),
        value,
        "0 to %d %s, 0 if there is no limit".formatted(setting.max(), setting.unit()));
  }

  private static boolean isUpTo(int max, BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0
        && number.signum() >= 0
        && number.compareTo(BigDecimal.valueOf(max)) <= 0;
  }

  private static String keyProperty(QueueSetting setting, JsonValue value) {
    if (value instanceof JsonString text
        && KEY_PROPERTY.matcher(text.getString()).matches()
        && StorableText.isStorable(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(
        setting.field(), value, "none, group, or the name of an x_ property, up to 100 characters");
  }

  private static String partition(QueueSetting setting, JsonValue value) {
    if (value instanceof JsonString text && LeaseConfig.isPartition(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(
        setting.field(),
        value,
        "up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit");
  }
}
