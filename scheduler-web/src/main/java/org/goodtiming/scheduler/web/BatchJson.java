package org.goodtiming.scheduler.web;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.operations.BatchFilter;
import org.goodtiming.scheduler.operations.BatchRequest;
import org.goodtiming.scheduler.operations.BatchVerb;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.jspecify.annotations.Nullable;

/** Reads what an operator wants done to many jobs or rows. */
final class BatchJson {

  private static final List<String> VERBS =
      Arrays.stream(BatchVerb.values()).map(BatchVerb::label).toList();
  private static final List<String> STATES =
      Arrays.stream(JobState.values()).map(JobState::label).toList();
  private static final List<String> STAGES = List.of("registration", "dispatch", "execution");

  private BatchJson() {}

  static BatchRequest request(JsonFields json) {
    BatchVerb verb = verb(json);
    json.checkKnown(fields(verb), "only what a list of them, and " + verb.label() + ", knows");
    BatchFilter filter = filter(json);
    if (filter.isEmpty()) {
      throw Problem.NO_FILTER.with();
    }
    boolean reschedules = verb == BatchVerb.RESCHEDULE;
    return new BatchRequest(
        verb,
        reschedules ? json.required("dueAt", json.moment("dueAt"), Moments.EXPECTED) : null,
        filter);
  }

  private static BatchVerb verb(JsonFields json) {
    String label = json.choice("operation", VERBS);
    return BatchVerb.of(json.required("operation", label, "one of " + String.join(", ", VERBS)))
        .orElseThrow();
  }

  private static Set<String> fields(BatchVerb verb) {
    Set<String> fields = new HashSet<>(Set.of("operation", "dryRun", "queue"));
    fields.addAll(
        verb.isOfJobs()
            ? Set.of("jobState", "prefix", "dueFrom", "dueBefore")
            : Set.of("stage", "code"));
    if (verb == BatchVerb.RESCHEDULE) {
      fields.add("dueAt");
    }
    return fields;
  }

  private static BatchFilter filter(JsonFields json) {
    return new BatchFilter(
        json.text("queue"),
        state(json.choice("jobState", STATES)),
        json.text("prefix"),
        json.moment("dueFrom"),
        json.moment("dueBefore"),
        json.choice("stage", STAGES),
        json.text("code"));
  }

  private static @Nullable JobState state(@Nullable String label) {
    return label == null ? null : JobState.find(label).orElseThrow();
  }
}
