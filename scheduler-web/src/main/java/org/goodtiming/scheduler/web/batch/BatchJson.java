package org.goodtiming.scheduler.web.batch;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.operations.batch.BatchFilter;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.batch.RunFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.goodtiming.scheduler.web.job.MoveJson;
import org.jspecify.annotations.Nullable;

/** Reads what an operator wants done to many jobs, rows or runs. */
public final class BatchJson {

  private static final List<String> VERBS =
      Arrays.stream(BatchVerb.values()).map(BatchVerb::label).toList();
  private static final List<String> STATES =
      Arrays.stream(JobState.values()).map(JobState::label).toList();
  private static final String RUN_STATES =
      Arrays.stream(ExecutionState.values())
          .filter(ExecutionState::canRunAgain)
          .map(ExecutionState::name)
          .collect(joining(", "));
  private static final List<String> STAGES = List.of("registration", "dispatch", "execution");

  private BatchJson() {}

  public static BatchRequest request(JsonFields json) {
    BatchVerb verb = verb(json);
    Set<String> fields = new TreeSet<>(fields(verb));
    Reading reading =
        new Reading()
            .check(() -> json.checkKnown(fields, "only " + String.join(", ", fields)))
            .check(() -> json.flag("dryRun"));
    Supplier<@Nullable Move> move =
        reading.part(() -> verb == BatchVerb.RESCHEDULE ? MoveJson.of(json) : null);
    Supplier<BatchFilter> filter = reading.part(() -> filter(json, verb));
    reading.end();
    RunFilter runs = filter.get().runs();
    boolean namesBatch = runs != null && runs.batch() != null;
    if (filter.get().isEmpty() || verb == BatchVerb.CANCEL_RUNS && !namesBatch) {
      throw Problem.NO_FILTER.with();
    }
    return new BatchRequest(verb, move.get(), filter.get());
  }

  private static BatchVerb verb(JsonFields json) {
    String label = json.choice("operation", VERBS);
    return BatchVerb.of(json.required("operation", label, "one of " + String.join(", ", VERBS)))
        .orElseThrow();
  }

  private static Set<String> fields(BatchVerb verb) {
    Set<String> fields = new HashSet<>(Set.of("operation", "dryRun", "queue"));
    fields.addAll(
        switch (verb.subject()) {
          case JOBS -> Set.of("jobState", "prefix", "dueFrom", "dueBefore", "property");
          case QUARANTINE -> Set.of("stage", "code");
          case ENDED_RUNS -> Set.of("runState", "prefix", "endedFrom", "endedBefore", "jobBatch");
          case OPEN_RUNS -> Set.of("jobBatch");
        });
    if (verb == BatchVerb.RESCHEDULE) {
      fields.addAll(MoveJson.FIELDS);
    }
    if (verb.sparesSchedules()) {
      fields.add("schedules");
    }
    return fields;
  }

  private static BatchFilter filter(JsonFields json, BatchVerb verb) {
    Reading reading = new Reading();
    Supplier<@Nullable String> queue = reading.part(() -> json.text("queue"));
    Supplier<@Nullable String> state = reading.part(() -> json.choice("jobState", STATES));
    Supplier<@Nullable String> prefix = reading.part(() -> json.text("prefix"));
    Supplier<@Nullable Instant> dueFrom = reading.part(() -> json.moment("dueFrom"));
    Supplier<@Nullable Instant> dueBefore = reading.part(() -> json.moment("dueBefore"));
    Supplier<@Nullable PropertyValue> property = reading.part(() -> property(json));
    Supplier<@Nullable String> stage = reading.part(() -> json.choice("stage", STAGES));
    Supplier<@Nullable String> code = reading.part(() -> json.text("code"));
    Supplier<@Nullable Set<ExecutionState>> runs =
        reading.part(() -> runStates(json.text("runState")));
    Supplier<@Nullable Instant> endedFrom = reading.part(() -> json.moment("endedFrom"));
    Supplier<@Nullable Instant> endedBefore = reading.part(() -> json.moment("endedBefore"));
    Supplier<@Nullable String> batch = reading.part(() -> json.text("jobBatch"));
    Supplier<@Nullable Boolean> schedules = reading.part(() -> json.flag("schedules"));
    reading.end();
    return new BatchFilter(
        queue.get(),
        state(state.get()),
        prefix.get(),
        dueFrom.get(),
        dueBefore.get(),
        property.get(),
        stage.get(),
        code.get(),
        verb.subject() == BatchVerb.Subject.OPEN_RUNS
            ? openRuns(batch.get())
            : runs(runs.get(), endedFrom.get(), endedBefore.get(), batch.get()),
        Boolean.TRUE.equals(schedules.get()));
  }

  /** No index knows the properties. */
  private static @Nullable PropertyValue property(JsonFields json) {
    String text = json.text("property");
    if (text == null) {
      return null;
    }
    if (json.text("queue") == null
        || (json.moment("dueFrom") == null && json.moment("dueBefore") == null)) {
      throw Problem.PROPERTY_EVERYWHERE.with();
    }
    return PropertyValue.parse(text)
        .orElseThrow(
            () ->
                Problem.BAD_FIELD.with(
                    "property", text, "name and value of a property, like x_customer:4711"));
  }

  private static @Nullable RunFilter openRuns(@Nullable String batch) {
    return batch == null ? null : RunFilter.openOf(batch);
  }

  private static @Nullable RunFilter runs(
      @Nullable Set<ExecutionState> states,
      @Nullable Instant from,
      @Nullable Instant before,
      @Nullable String batch) {
    if (states == null && from == null && before == null && batch == null) {
      return null;
    }
    RunFilter failed = batch == null ? RunFilter.FAILED : RunFilter.failedOf(batch);
    return new RunFilter(states == null ? failed.states() : states, from, before, batch);
  }

  private static @Nullable Set<ExecutionState> runStates(@Nullable String label) {
    if (label == null) {
      return null;
    }
    return RunFilter.states(label)
        .filter(states -> states.stream().allMatch(ExecutionState::canRunAgain))
        .orElseThrow(
            () ->
                Problem.BAD_FIELD.with(
                    "runState", label, "one or more of " + RUN_STATES + ", separated by commas"));
  }

  private static @Nullable JobState state(@Nullable String label) {
    return label == null ? null : JobState.find(label).orElseThrow();
  }
}
