package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Pace;
import org.jspecify.annotations.Nullable;

/** The causes of a late dispatch or a late beginning of a run. */
record LateCauses(RunFacts.Times times, Facts facts) {

  LateCauses(RunFacts run, Facts facts) {
    this(run.times(), facts);
  }

  /** Empty if it was on time, or was not dispatched. */
  List<Cause> all() {
    Instant dispatchedAt = times.dispatchedAt();
    if (dispatchedAt == null) {
      return List.of();
    }
    List<Cause> causes = new ArrayList<>();
    if (Durations.isLate(times.dueAt(), dispatchedAt)) {
      causes.addAll(beforeDispatch(dispatchedAt));
    }
    Cause atWorkerQueue = atWorkerQueue(dispatchedAt);
    if (atWorkerQueue != null) {
      causes.add(atWorkerQueue);
    }
    Instant begunAt = Objects.requireNonNullElse(times.startedAt(), dispatchedAt);
    return causes.isEmpty() && Durations.isLate(times.dueAt(), begunAt)
        ? List.of(backlog(dispatchedAt))
        : causes;
  }

  private List<Cause> beforeDispatch(Instant dispatchedAt) {
    List<Cause> causes =
        Stream.concat(
                Stream.of(registeredLate()).filter(Objects::nonNull),
                facts.past().events().stream()
                    .filter(event -> event.at().isAfter(times.dueAt()))
                    .filter(event -> !event.at().isAfter(dispatchedAt))
                    .map(this::of)
                    .filter(Objects::nonNull))
            .toList();
    return causes.isEmpty() ? List.of(backlog(dispatchedAt)) : causes;
  }

  private @Nullable Cause registeredLate() {
    return Durations.isLate(times.dueAt(), times.submittedAt())
        ? Cause.of(
            "registered-late",
            "the run was registered or planned %s after its due time"
                .formatted(Durations.between(times.dueAt(), times.submittedAt())),
            times.submittedAt())
        : null;
  }

  private @Nullable Cause of(PastEvent event) {
    return switch (event.kind()) {
      case PastEvent.RELEASE -> ended("held", "the job was held", PastEvent.HOLD, event);
      case PastEvent.RESUME_QUEUE ->
          ended("queue-paused", "the worker queue was paused", PastEvent.PAUSE_QUEUE, event);
      case PastEvent.RESUME_SCHEDULE ->
          ended("schedule-paused", "the schedule was paused", PastEvent.PAUSE_SCHEDULE, event);
      case PastEvent.LEAD ->
          event.at().isBefore(times.submittedAt())
              ? null
              : Cause.of(
                  "no-leader",
                  "the leader of the partition changed at %s: %s"
                      .formatted(event.at(), event.detail()),
                  event.since());
      case PastEvent.PREVIOUS_RUN ->
          Cause.of(
              "waits-for-run",
              "the run waited for the previous run %s, which ended at %s"
                  .formatted(event.detail(), event.at()),
              times.dueAt());
      default -> null;
    };
  }

  /**
   * @param kind of the event with which the state began that this event ended
   */
  private Cause ended(String code, String text, String kind, PastEvent end) {
    Instant since =
        facts.past().events().stream()
            .filter(event -> event.kind().equals(kind) && event.at().isBefore(end.at()))
            .map(PastEvent::at)
            .reduce((first, second) -> second)
            .orElse(null);
    return Cause.of(
        code, "%s until %s, when %s ended that".formatted(text, end.at(), end.detail()), since);
  }

  private Cause backlog(Instant dispatchedAt) {
    String text =
        "dispatch reached the job %s after its due time, and no other cause is recorded"
            .formatted(Durations.between(times.dueAt(), dispatchedAt));
    Pace pace = facts.pace();
    return pace == null
        ? Cause.of("backlog", text, times.dueAt())
        : Cause.of(
            pace.code(), "%s; its worker queue %s now".formatted(text, pace.text()), times.dueAt());
  }

  private @Nullable Cause atWorkerQueue(Instant dispatchedAt) {
    Instant startedAt = times.startedAt();
    if (startedAt == null || !Durations.isLate(dispatchedAt, startedAt)) {
      return null;
    }
    String text =
        times.isStartOfEnd()
            ? "its worker reported %s after the dispatch, at its end: the message waited in the worker queue, or the work took that long"
            : "the message waited %s in its worker queue until a worker began";
    return Cause.of(
        "worker-queue", text.formatted(Durations.between(dispatchedAt, startedAt)), dispatchedAt);
  }
}
