package org.goodtiming.scheduler.web.job;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import org.goodtiming.scheduler.explanation.Cause;
import org.goodtiming.scheduler.explanation.Cure;
import org.goodtiming.scheduler.explanation.Explanation;
import org.jspecify.annotations.Nullable;

/** Explanations as JSON. */
public final class ExplanationJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private ExplanationJson() {}

  public static String of(Explanation explanation) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("question", explanation.question().label())
            .add("summary", explanation.summary());
    addIfKnown(json, "dueAt", explanation.dueAt());
    addIfKnown(json, "lateness", explanation.lateness());
    JsonArrayBuilder causes = JSON.createArrayBuilder();
    explanation.causes().forEach(cause -> causes.add(of(cause)));
    return json.add("causes", causes).build().toString();
  }

  private static JsonObjectBuilder of(Cause cause) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder().add("code", cause.code()).add("text", cause.text());
    addIfKnown(json, "since", cause.since());
    Cure cure = cause.cure();
    return cure == null ? json : json.add("cure", of(cure));
  }

  private static JsonObjectBuilder of(Cure cure) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("text", cure.text())
            .add("method", cure.method())
            .add("path", JobPath.of(cure.path()));
    String body = cure.body();
    if (body != null) {
      try (JsonReader reader = JSON.createReader(new StringReader(body))) {
        json.add("body", reader.readValue());
      }
    }
    return json.add("role", cure.role());
  }

  private static void addIfKnown(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value != null) {
      json.add(name, value.toString());
    }
  }
}
