package org.goodtiming.scheduler.web;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.goodtiming.scheduler.execution.ExecutionStatus;
import org.goodtiming.scheduler.execution.ExecutionTransition;
import org.jspecify.annotations.Nullable;

/** Executions as JSON. */
final class ExecutionJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private ExecutionJson() {}

  static JsonObjectBuilder of(ExecutionStatus status) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("fireId", status.fireId().toString())
            .add("queue", status.key().queue())
            .add("jobId", status.key().jobId())
            .add("state", status.state().name());
    addIfKnown(json, "message", status.message());
    if (status.progress() != null) {
      json.add("progress", status.progress());
    }
    json.add("attempt", status.attempt()).add("node", status.node());
    addIfKnown(json, "worker", status.worker());
    addIfKnown(json, "registeredBy", status.registeredBy());
    addIfKnown(json, "dueAt", status.dueAt());
    addIfKnown(json, "submittedAt", status.submittedAt());
    addIfKnown(json, "dispatchedAt", status.dispatchedAt());
    addIfKnown(json, "startedAt", status.startedAt());
    addIfKnown(json, "endedAt", status.endedAt());
    addIfKnown(json, "cancelRequestedAt", status.cancelRequestedAt());
    return json;
  }

  /**
   * @param found one more than the page has, if another page follows
   */
  static String page(List<ExecutionStatus> found, int size) {
    List<ExecutionStatus> page = found.subList(0, Math.min(size, found.size()));
    JsonArrayBuilder executions = JSON.createArrayBuilder();
    page.forEach(each -> executions.add(of(each)));
    JsonObjectBuilder json = JSON.createObjectBuilder().add("executions", executions);
    if (found.size() > size) {
      json.add("next", Cursor.write(page.get(size - 1).position()));
    }
    return json.build().toString();
  }

  /** Differs after each change of the execution. */
  static String tag(ExecutionStatus status) {
    long changedAt = ChronoUnit.MICROS.between(Instant.EPOCH, status.changedAt());
    return Long.toString(changedAt, 36) + status.state();
  }

  static String of(List<ExecutionTransition> transitions) {
    JsonArrayBuilder all = JSON.createArrayBuilder();
    transitions.forEach(each -> all.add(of(each)));
    return JSON.createObjectBuilder().add("transitions", all).build().toString();
  }

  private static JsonObjectBuilder of(ExecutionTransition transition) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    addIfKnown(json, "from", transition.from());
    json.add("to", transition.to().name()).add("attempt", transition.attempt());
    addIfKnown(json, "node", transition.node());
    addIfKnown(json, "at", transition.at());
    addIfKnown(json, "message", transition.message());
    return json;
  }

  private static void addIfKnown(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value != null) {
      json.add(name, value.toString());
    }
  }
}
