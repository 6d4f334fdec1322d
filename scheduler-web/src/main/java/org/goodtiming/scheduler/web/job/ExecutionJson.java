package org.goodtiming.scheduler.web.job;

import static org.goodtiming.scheduler.web.http.RowJson.addIfKnown;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.ExecutionTransition;
import org.goodtiming.scheduler.operations.execution.ExecutionOrder;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.web.http.Cursor;

/** Executions as JSON. */
public final class ExecutionJson {

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
    if (!status.earlierWork().isZero()) {
      json.add("earlierWork", status.earlierWork().toString());
    }
    addIfKnown(json, "duration", status.duration());
    addIfKnown(json, "cancelRequestedAt", status.cancelRequestedAt());
    addIfKnown(json, "runAgainOf", status.runAgainOf());
    addIfKnown(json, "runAgainAs", status.runAgainAs());
    addIfKnown(json, "backfillOf", status.backfillOf());
    addIfKnown(json, "batch", status.batch());
    return json;
  }

  /**
   * An element of a list, with its path.
   *
   * @param base of the API, with a slash at its end
   */
  public static JsonObjectBuilder link(ExecutionStatus status, URI base) {
    String path = Objects.requireNonNull(base.getRawPath()) + "executions/" + status.fireId();
    return of(status).add("href", path);
  }

  /**
   * @param found one more than the page has, if another page follows
   */
  public static String page(List<ExecutionStatus> found, int size) {
    return page(found, ExecutionOrder.NEWEST, size, ExecutionJson::of).build().toString();
  }

  /**
   * @param count of the list; negative if it is not counted
   */
  static String page(
      List<ExecutionStatus> found, ExecutionOrder order, int size, int count, URI base) {
    JsonObjectBuilder json = page(found, order, size, each -> link(each, base));
    if (count >= 0) {
      json.add("count", Math.min(count, JobCount.CAP));
      json.add("more", count > JobCount.CAP);
    }
    return json.build().toString();
  }

  private static JsonObjectBuilder page(
      List<ExecutionStatus> found,
      ExecutionOrder order,
      int size,
      Function<ExecutionStatus, JsonObjectBuilder> each) {
    List<ExecutionStatus> page = found.subList(0, Math.min(size, found.size()));
    JsonArrayBuilder executions = JSON.createArrayBuilder();
    page.forEach(status -> executions.add(each.apply(status)));
    JsonObjectBuilder json = JSON.createObjectBuilder().add("executions", executions);
    if (found.size() > size) {
      json.add("next", Cursor.write(order.position(page.get(size - 1))));
    }
    return json;
  }

  /** Differs after each change of the execution. */
  static String tag(ExecutionStatus status) {
    long changedAt = ChronoUnit.MICROS.between(Instant.EPOCH, status.changedAt());
    String repeated = status.runAgainAs() == null ? "" : "." + status.runAgainAs();
    return Long.toString(changedAt, 36) + status.state() + repeated;
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
}
