package org.goodtiming.scheduler.web.job;

import static java.util.stream.Collectors.joining;
import static org.goodtiming.scheduler.web.http.RowJson.addIfKnown;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.explanation.Explanation;
import org.goodtiming.scheduler.explanation.ServiceState;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.goodtiming.scheduler.web.http.RowJson;
import org.jspecify.annotations.Nullable;

/** Explanations and their causes as JSON. */
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
    addIfKnown(json, "batch", explanation.batch());
    return json.add("causes", of(explanation.causes())).build().toString();
  }

  /**
   * Rows of worker queues or leases, with whether and how fast they are served.
   *
   * @param name column by which the states are found
   */
  public static JsonArrayBuilder rows(
      List<Row> rows, String name, Map<String, ServiceState> states) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    rows.forEach(row -> json.add(with(RowJson.of(row), states.get(row.text(name)))));
    return json;
  }

  /** Wraps {@link #rows} in an object. */
  public static String list(
      String member, List<Row> rows, String name, Map<String, ServiceState> states) {
    return JSON.createObjectBuilder().add(member, rows(rows, name, states)).build().toString();
  }

  /** The object with its limits and causes, and with the texts of these as its problem. */
  public static JsonObjectBuilder with(JsonObjectBuilder json, @Nullable ServiceState state) {
    if (state == null) {
      return json;
    }
    addIfKnown(json, "limits", state.limits());
    List<Cause> causes = state.causes();
    return causes.isEmpty()
        ? json
        : json.add("problem", causes.stream().map(Cause::text).collect(joining("; ")))
            .add("causes", of(causes));
  }

  private static JsonArrayBuilder of(List<Cause> causes) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    causes.forEach(cause -> json.add(of(cause)));
    return json;
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
      json.add("body", RowJson.parsed(body));
    }
    return json.add("role", cure.role());
  }
}
