package org.goodtiming.scheduler.explanation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.Explanation.Question;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.Pace;
import org.jspecify.annotations.Nullable;

/** Derives the causes of a job's delay from the facts. */
public final class Explanations {

  private final Facts facts;
  private final @Nullable WaitingJob job;
  private final @Nullable ScheduleFacts schedule;
  private final @Nullable RunFacts run;

  private Explanations(Facts facts) {
    this.facts = facts;
    this.job = facts.present().job();
    this.schedule = facts.present().schedule();
    this.run = facts.present().run();
  }

  /**
   * @param facts of which at least one is known
   */
  public static Explanation explain(Facts facts) {
    return new Explanations(facts).explain();
  }

  /** Why a worker queue is not served, and its limits. */
  public static ServiceState explain(String name, WorkerQueueFacts queue) {
    return new ServiceState(
        QueueCauses.all(name, queue),
        DispatchPolicies.pace(queue.queue()).map(Pace::text).orElse(null));
  }

  /** Why no node leads a partition. */
  public static ServiceState explain(PartitionFacts partition) {
    return new ServiceState(new PartitionCauses(partition).all().toList(), null);
  }

  private Explanation explain() {
    if (job != null) {
      return waiting(job);
    }
    if (run != null) {
      return run.times().dispatchedAt() == null ? notDispatched(run) : dispatched(run);
    }
    return gone();
  }

  private Explanation waiting(WaitingJob waiting) {
    Instant dueAt = waiting.times().dueAt();
    JobCauses own = new JobCauses(facts, waiting);
    List<Cause> ofJob =
        Stream.concat(
                own.all(),
                schedule == null ? Stream.of() : new ScheduleCauses(facts, schedule).all(dueAt))
            .toList();
    WorkerQueueFacts queue =
        facts.queue() == null
            ? null
            : facts.queue().pausedSince(facts.past().latest(PastEvent.PAUSE_QUEUE));
    List<Cause> ofQueue = QueueCauses.all(facts.key().queue(), queue);
    List<Cause> causes = Stream.concat(ofJob.stream(), ofQueue.stream()).toList();
    if (causes.isEmpty()) {
      causes = List.of(own.otherwise(schedule != null && schedule.plan().spread()));
    }
    return new Explanation(
        Question.NOT_RUN, "not dispatched: " + causes.get(0).text(), dueAt, null, causes);
  }

  /** Explains a run without a waiting job; the job waited a moment ago, or will wait. */
  private Explanation notDispatched(RunFacts waiting) {
    Instant dueAt = waiting.times().dueAt();
    if (facts.past().quarantined() != null) {
      return quarantined(facts.past().quarantined(), dueAt);
    }
    if (waiting.times().endedAt() == null) {
      return changing(dueAt);
    }
    Cause end = new RunCauses(facts, waiting).end();
    return Explanation.of(Question.ENDED, end.text(), dueAt, end);
  }

  private Explanation dispatched(RunFacts begun) {
    List<Cause> late = new LateCauses(begun, facts).all();
    if (begun.state().equals("DISPATCHED")) {
      return atWorkerQueue(begun, late);
    }
    Instant dueAt = begun.times().dueAt();
    Instant begunAt = Objects.requireNonNull(begun.times().begunAt());
    Duration lateness = Durations.between(dueAt, begunAt);
    if (begun.hasFailed()) {
      Cause failure = new RunCauses(facts, begun).failure();
      List<Cause> causes =
          Stream.of(Stream.of(failure), afterwards(), late.stream()).flatMap(each -> each).toList();
      return new Explanation(Question.FAILED, "failed: " + failure.text(), dueAt, lateness, causes);
    }
    List<Cause> causes = Stream.concat(late.stream(), afterwards()).toList();
    return Durations.isLate(dueAt, begunAt)
        ? new Explanation(
            Question.LATE,
            "began %s%s late: %s"
                .formatted(
                    begun.times().isStartOfEnd() ? "at most " : "", lateness, late.get(0).text()),
            dueAt,
            lateness,
            causes)
        : new Explanation(Question.ON_TIME, "began on time", dueAt, lateness, causes);
  }

  private Explanation atWorkerQueue(RunFacts dispatched, List<Cause> late) {
    List<Cause> causes =
        Stream.concat(new RunCauses(facts, dispatched).atWorkerQueue(), late.stream()).toList();
    return new Explanation(
        Question.NOT_RUN,
        "dispatched and not begun: " + causes.get(0).text(),
        dispatched.times().dueAt(),
        null,
        causes);
  }

  /** A dead letter, and causes from earlier attempts. */
  private Stream<Cause> afterwards() {
    Stream<Cause> attempts =
        facts.past().events().stream()
            .filter(event -> event.kind().equals(PastEvent.ATTEMPT))
            .map(
                event ->
                    Cause.of(
                        "earlier-attempt",
                        "an attempt ended, and the run was to be sent again: " + event.detail(),
                        event.at()));
    return Stream.concat(
        Stream.ofNullable(facts.past().quarantined()).map(Explanations::inQuarantine), attempts);
  }

  private Explanation gone() {
    if (schedule != null && schedule.end() != null) {
      return ended(schedule.end());
    }
    if (facts.past().quarantined() != null) {
      return quarantined(facts.past().quarantined(), null);
    }
    if (facts.past().cancelledAt() != null) {
      Cause cancelled = Cause.of("cancelled", "the job was cancelled", facts.past().cancelledAt());
      return Explanation.of(Question.ENDED, cancelled.text(), null, cancelled);
    }
    return changing(null);
  }

  private static Explanation ended(ScheduleFacts.End end) {
    Cause cause = Cause.of("schedule-ended", "the schedule has ended: " + end.reason(), end.at());
    return Explanation.of(Question.ENDED, cause.text(), null, cause);
  }

  private static Explanation quarantined(Facts.Quarantined row, @Nullable Instant dueAt) {
    Cause cause = inQuarantine(row);
    return Explanation.of(Question.NOT_RUN, "not run: " + cause.text(), dueAt, cause);
  }

  private static Cause inQuarantine(Facts.Quarantined row) {
    return Cause.of(
            "in-quarantine",
            "the job is in quarantine row %s: %s %s".formatted(row.id(), row.code(), row.reason()),
            row.at())
        .with(Cure.post("resubmit the row", "quarantine", Long.toString(row.id()), "resubmit"));
  }

  private static Explanation changing(@Nullable Instant dueAt) {
    Cause cause = Cause.of("changing", "the job is being changed or dispatched: try again", null);
    return Explanation.of(Question.NOT_RUN, cause.text(), dueAt, cause);
  }
}
