package org.goodtiming.scheduler.web.job;

import static java.util.stream.Collectors.joining;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Marks;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Times;
import org.goodtiming.scheduler.operations.execution.ExecutionOrder;
import org.goodtiming.scheduler.operations.execution.RunOutcome;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of a list of executions. */
public class ExecutionListQuery {

  private static final String STATES =
      Arrays.stream(ExecutionState.values()).map(ExecutionState::name).collect(joining(", "));

  @QueryParam("queue")
  @Nullable String queue;

  @QueryParam("state")
  @Nullable String state;

  @QueryParam("outcome")
  @Nullable String outcome;

  @QueryParam("schedule")
  @Nullable String schedule;

  @QueryParam("jobId")
  @Nullable String jobId;

  @QueryParam("prefix")
  @Nullable String prefix;

  @QueryParam("submittedFrom")
  @Nullable String submittedFrom;

  @QueryParam("submittedBefore")
  @Nullable String submittedBefore;

  @QueryParam("startedFrom")
  @Nullable String startedFrom;

  @QueryParam("startedBefore")
  @Nullable String startedBefore;

  @QueryParam("endedFrom")
  @Nullable String endedFrom;

  @QueryParam("endedBefore")
  @Nullable String endedBefore;

  @QueryParam("minDuration")
  @Nullable String minDuration;

  @QueryParam("retried")
  @DefaultValue("false")
  String retried = "false";

  @QueryParam("unhandled")
  @DefaultValue("false")
  String unhandled = "false";

  @QueryParam("message")
  @Nullable String message;

  @QueryParam("batch")
  @Nullable String batch;

  @QueryParam("sort")
  @DefaultValue("-submitted")
  String sort = "-submitted";

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

  @QueryParam("count")
  @DefaultValue("false")
  String count = "false";

  ExecutionFilter filter() {
    return new ExecutionFilter(
        ListParameters.text("queue", queue),
        job(),
        ListParameters.text("prefix", prefix),
        states(),
        new Times(
            ListParameters.range("submitted", submittedFrom, submittedBefore),
            ListParameters.range("started", startedFrom, startedBefore),
            ListParameters.range("ended", endedFrom, endedBefore)),
        minDuration == null ? null : ListParameters.duration("minDuration", minDuration),
        new Marks(
            ListParameters.flag("retried", retried),
            ListParameters.flag("unhandled", unhandled),
            ListParameters.text("message", message),
            ListParameters.text("batch", batch)));
  }

  ExecutionOrder order() {
    return ExecutionOrder.find(sort)
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    "sort", sort, "-submitted, submitted, -latest or -duration"));
  }

  @Nullable ExecutionPosition after() {
    if (cursor == null) {
      return null;
    }
    ExecutionPosition after = Cursor.readExecution(cursor);
    if (after.duration() == null && order() == ExecutionOrder.LONGEST) {
      throw Problem.BAD_PARAMETER.with("cursor", cursor, "a cursor of a list with the same sort");
    }
    return after;
  }

  boolean counts() {
    return ListParameters.flag("count", count);
  }

  int size() {
    return ListParameters.size(limit);
  }

  /** The job id to search for; the runs of a schedule have its id. */
  private @Nullable String job() {
    if (schedule == null) {
      return ListParameters.text("jobId", jobId);
    }
    if (queue == null) {
      throw Problem.BAD_PARAMETER.with("schedule", schedule, "the schedule's queue with it");
    }
    if (jobId != null && !jobId.equals(schedule)) {
      throw Problem.BAD_PARAMETER.with("jobId", jobId, "either schedule or jobId");
    }
    return ListParameters.text("schedule", schedule);
  }

  private @Nullable Set<ExecutionState> states() {
    if (outcome == null) {
      return state == null ? null : states(state);
    }
    Set<ExecutionState> states = EnumSet.copyOf(outcome(outcome).states());
    if (state != null) {
      states.retainAll(states(state));
    }
    return states;
  }

  private static Set<ExecutionState> states(String text) {
    Set<ExecutionState> states = EnumSet.noneOf(ExecutionState.class);
    for (String name : text.split(",", -1)) {
      states.add(
          Arrays.stream(ExecutionState.values())
              .filter(each -> each.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      Problem.BAD_PARAMETER.with("state", text, STATES + ", separated by commas")));
    }
    return states;
  }

  private static RunOutcome outcome(String label) {
    return RunOutcome.find(label)
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    "outcome", label, "failed, succeeded, cancelled or open"));
  }
}
