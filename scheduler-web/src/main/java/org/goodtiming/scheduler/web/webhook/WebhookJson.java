package org.goodtiming.scheduler.web.webhook;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.operations.QueueName;
import org.goodtiming.scheduler.operations.webhook.WebhookSettings;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.goodtiming.scheduler.web.http.ReceiverUrl;
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.jspecify.annotations.Nullable;

/** Reads what an administrator wants of a webhook. */
public final class WebhookJson {

  private static final Set<String> FIELDS = Set.of("url", "types", "queues", "retry", "paused");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int MAX_VALUES = 100;

  private WebhookJson() {}

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  public static WebhookSettings settings(JsonObject json) {
    JsonFields fields = new JsonFields(json);
    Reading reading =
        new Reading()
            .check(() -> fields.checkKnown(FIELDS, "only url, types, queues, retry and paused"));
    Supplier<@Nullable String> url = reading.part(() -> url(fields.text("url")));
    Supplier<@Nullable List<String>> types = reading.part(() -> types(json.get("types")));
    Supplier<@Nullable List<String>> queues = reading.part(() -> queues(json.get("queues")));
    Supplier<@Nullable String> retry = reading.part(() -> JobSettingsJson.retry(json));
    Supplier<@Nullable Boolean> paused = reading.part(() -> fields.flag("paused"));
    reading.end();
    return new WebhookSettings(url.get(), types.get(), queues.get(), retry.get(), paused.get());
  }

  private static @Nullable List<String> types(@Nullable JsonValue value) {
    return list(
        value,
        "types",
        WebhookSettings.EVENT_TYPES::contains,
        "of " + String.join(", ", WebhookSettings.EVENT_TYPES));
  }

  private static @Nullable List<String> queues(@Nullable JsonValue value) {
    return list(value, "queues", QueueName::isWorkerQueue, "worker queues");
  }

  private static @Nullable String url(@Nullable String text) {
    return text == null ? null : ReceiverUrl.checked(text);
  }

  private static @Nullable List<String> list(
      @Nullable JsonValue value, String field, Predicate<String> valid, String expected) {
    if (value == null) {
      return null;
    }
    if (value instanceof JsonArray array
        && array.size() <= MAX_VALUES
        && array.stream()
            .allMatch(each -> each instanceof JsonString text && valid.test(text.getString()))) {
      return array.getValuesAs(JsonString::getString);
    }
    throw Problem.BAD_FIELD.explained(
        field, value, "an array of at most %d strings, %s".formatted(MAX_VALUES, expected));
  }
}
