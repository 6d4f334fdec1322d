package org.goodtiming.scheduler.testkit;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.Report;
import org.goodtiming.scheduler.execution.Report.Notes;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.retry.Attempts;
import org.goodtiming.scheduler.retry.RetryDecision;
import org.jspecify.annotations.Nullable;

/** The delivered tracked runs, and the reports of their workers. */
final class TrackedRuns {

  /**
   * A delivered run that has not ended.
   *
   * @param due the job in its state before the delivery
   * @param limitAt time by which it must have ended
   * @param attempts including the latest
   */
  record Run(
      WaitingJob due, ClaimedJob job, Instant limitAt, ExecutionState state, Attempts attempts) {

    JobKey key() {
      return job.key();
    }

    Run in(ExecutionState next) {
      return new Run(due, job, limitAt, next, attempts);
    }

    private Run with(Attempts next) {
      return new Run(due, job, limitAt, state, next);
    }

    /** Whether it was dispatched, and does not wait for a further attempt. */
    private boolean isAtWork() {
      return state.mayBecome(ExecutionState.SUBMITTED);
    }

    private boolean takes(Report report) {
      return job.run() != null
          && job.run().token().equals(report.token())
          && report.event().takenIn().contains(state);
    }
  }

  /**
   * The end of a run.
   *
   * @param job whose run it was
   * @param isLast whether it is the last run under its key
   */
  record Ended(
      JobKey key,
      ExecutionState state,
      Report.@Nullable Result result,
      NewJob job,
      boolean isLast) {

    boolean finished() {
      return state == ExecutionState.FINISHED;
    }

    /** Returns a copy with the result as payload, if there is a result. */
    Envelope handedOn(Envelope envelope) {
      if (!finished() || result == null) {
        return envelope;
      }
      Map<JobProperty, Object> carried = new HashMap<>(envelope.carried());
      if (result.kind() == ResultLookup.Kind.JSON) {
        carried.put(JobProperty.CONTENT_TYPE, "application/json");
      }
      Body body = new Body(result.kind() != ResultLookup.Kind.BYTES, result.bytes());
      return envelope.carrying(carried).with(body, envelope.properties());
    }
  }

  /** The runs that have not ended. */
  private final Map<UUID, Run> runs = new HashMap<>();

  private final Map<JobKey, Set<UUID>> ofJobs = new HashMap<>();

  /** The first is the first to reach its limit; some have ended, or were delivered again. */
  private final Queue<Run> byLimit = new PriorityQueue<>(Comparator.comparing(Run::limitAt));

  private final ChildJobs children;
  private final Set<UUID> cancelled = new HashSet<>();
  private final Map<JobKey, UUID> last = new HashMap<>();
  private final Map<UUID, Notes> notes = new HashMap<>();
  private final Map<JobKey, UUID> noted = new HashMap<>();

  TrackedRuns(ChildJobs children) {
    this.children = children;
  }

  /** Whether a run of the job has not ended. */
  boolean isOpen(JobKey key) {
    return ofJobs.containsKey(key);
  }

  /**
   * @param due the job as it waited
   * @param limitAt when its run must have ended, if it is tracked
   */
  void dispatched(WaitingJob due, ClaimedJob job, Instant limitAt) {
    if (job.run() != null) {
      Run former = runs.get(job.fireId());
      Attempts attempts = former == null ? Attempts.FIRST : former.attempts();
      Run run = new Run(due, job, limitAt, ExecutionState.DISPATCHED, attempts);
      runs.put(job.fireId(), run);
      ofJobs.computeIfAbsent(job.key(), key -> new LinkedHashSet<>()).add(job.fireId());
      byLimit.add(run);
    }
    if (due.isExtra()) {
      return;
    }
    if (due.needsEnds()) {
      last.put(job.key(), job.fireId());
    } else {
      last.remove(job.key());
    }
  }

  /** The jobs of a queue whose runs are at work. */
  List<Envelope> atWork(String queue) {
    return runs.values().stream()
        .filter(run -> run.isAtWork() && run.key().queue().equals(queue))
        .map(run -> run.job().envelope())
        .toList();
  }

  /** Whether the last run of a schedule that needs to know it has not ended. */
  boolean atWork(JobKey key) {
    UUID fireId = last.get(key);
    return fireId != null && runs.containsKey(fireId);
  }

  /** Notes the cancel of the last run of a schedule; empty if it has ended. */
  Optional<UUID> cancelLast(JobKey key) {
    Optional<UUID> fireId = Optional.ofNullable(last.get(key)).filter(runs::containsKey);
    fireId.ifPresent(cancelled::add);
    return fireId;
  }

  /**
   * Notes the cancel of the dispatched runs of a job that have not ended.
   *
   * @return their fire ids
   */
  List<UUID> cancel(JobKey key) {
    List<UUID> atWork =
        ofJobs.getOrDefault(key, Set.of()).stream()
            .filter(fireId -> Objects.requireNonNull(runs.get(fireId)).isAtWork())
            .toList();
    cancelled.addAll(atWork);
    return atWork;
  }

  /** Ends a run whose further attempt no longer waits. */
  void drop(UUID fireId) {
    Run run = remove(fireId);
    if (run != null) {
      children.ended(run.key(), fireId, ExecutionState.CANCELLED);
    }
  }

  private @Nullable Run remove(UUID fireId) {
    Run run = runs.remove(fireId);
    if (run != null) {
      ofJobs.computeIfPresent(
          run.key(), (key, open) -> open.remove(fireId) && open.isEmpty() ? null : open);
    }
    return run;
  }

  boolean isCancelled(UUID fireId) {
    return cancelled.contains(fireId);
  }

  /** The run, if its scheduler would take the report. */
  Optional<Run> takes(Report report) {
    return Optional.ofNullable(runs.get(report.fireId())).filter(run -> run.takes(report));
  }

  /**
   * Takes the report that the scheduler would take.
   *
   * @return the end, if the run has ended with it, and that concerns its schedule
   */
  Optional<Ended> report(Report report) {
    return takes(report)
        .flatMap(run -> moved(report.fireId(), run, report.event().state(), report.result()));
  }

  /** Keeps what the worker has noted or announced, if the scheduler would take the report. */
  void note(Report report) {
    takes(report)
        .ifPresent(
            run -> {
              Attempts attempts = run.attempts().atMost(report.maxAttempts());
              runs.put(report.fireId(), run.with(attempts));
              notes.merge(report.fireId(), report.notes(), Notes::followedBy);
              noted.put(run.key(), report.fireId());
            });
  }

  /** The notes of the worker of a run. */
  Notes notes(UUID fireId) {
    return notes.getOrDefault(fireId, Notes.NONE);
  }

  /** The notes of the worker of the latest reported run of a job. */
  Notes notes(JobKey key) {
    UUID fireId = noted.get(key);
    return fireId == null ? Notes.NONE : notes(fireId);
  }

  /** The run that has first not ended within its limit, until a moment. */
  Optional<Run> overdue(Instant moment) {
    while (!byLimit.isEmpty() && !isAtWork(byLimit.element())) {
      byLimit.remove();
    }
    return Optional.ofNullable(byLimit.peek())
        .flatMap(run -> atWork(run.job()))
        .filter(run -> !run.limitAt().isAfter(moment));
  }

  private boolean isAtWork(Run run) {
    return atWork(run.job()).isPresent();
  }

  /** The run, if this is its latest attempt and has not ended. */
  private Optional<Run> atWork(ClaimedJob job) {
    return Optional.ofNullable(runs.get(job.fireId()))
        .filter(run -> run.isAtWork() && run.job().attempt() == job.attempt());
  }

  /** Whether a further attempt may follow; untracked jobs have no end. */
  boolean mayBeRetried(ClaimedJob job) {
    return job.run() == null || atWork(job).isPresent() && !isCancelled(job.fireId());
  }

  /**
   * Ends a run without a report of its worker, if this is its latest attempt and has not ended.
   *
   * @return the end, if it concerns its schedule
   */
  Optional<Ended> end(ClaimedJob job, ExecutionState state) {
    return atWork(job).flatMap(run -> moved(job.fireId(), run, state, null));
  }

  /** The attempts of a job up to now, with that which has failed. */
  Attempts attempts(ClaimedJob job) {
    return atWork(job).map(Run::attempts).orElse(Attempts.of(job.attempt()));
  }

  /** A job waits for a further attempt. */
  void retried(UUID fireId, RetryDecision decision) {
    runs.computeIfPresent(
        fireId, (id, run) -> run.in(ExecutionState.SUBMITTED).with(decision.next(run.attempts())));
  }

  private Optional<Ended> moved(
      UUID fireId, Run run, ExecutionState state, Report.@Nullable Result result) {
    if (!state.isFinal()) {
      runs.put(fireId, run.in(state));
      return Optional.empty();
    }
    remove(fireId);
    children.ended(run.key(), fireId, state);
    if (run.due().isExtra()) {
      return Optional.empty();
    }
    boolean isLast = fireId.equals(last.get(run.key()));
    return Optional.of(new Ended(run.key(), state, result, run.due().job(), isLast));
  }
}
