package org.goodtiming.scheduler.web.webhook;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.net.URI;
import java.net.URISyntaxException;
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
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.jspecify.annotations.Nullable;

/** Reads what an administrator wants of a webhook. */
public final class WebhookJson {

  private static final Set<String> FIELDS = Set.of("url", "types", "queues", "retry", "paused");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int MAX_URL = 2_000;
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
    if (text != null) {
      check(text);
    }
    return text;
  }

  /** Checks the URL but not the host, which each node checks by its own settings when it posts. */
  private static void check(String text) {
    try {
      URI url = new URI(text);
      refuseUnless(text.length() <= MAX_URL, text, "it has more than 2000 characters");
      refuseUnless("https".equals(url.getScheme()), text, "it does not begin with https://");
      refuseUnless(url.getHost() != null, text, "it names no host");
      refuseUnless(url.getRawUserInfo() == null, text, "it has a user");
      refuseUnless(url.getRawFragment() == null, text, "it has a fragment");
      refuseUnless(text.chars().allMatch(c -> c < 128), text, "it has characters beyond ASCII");
      refuseUnless(url.getPort() <= 65_535 && url.getPort() != 0, text, "it has no such port");
    } catch (URISyntaxException e) {
      throw Problem.BAD_WEBHOOK_URL.with(text, e.getReason());
    }
  }

  private static void refuseUnless(boolean rule, String text, String why) {
    if (!rule) {
      throw Problem.BAD_WEBHOOK_URL.with(text, why);
    }
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
