package org.goodtiming.scheduler.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.ParentEnds;
import org.jspecify.annotations.Nullable;

/** The jobs that wait for the ends of others, and the ends of runs. */
final class ChildJobs {

  private static final String UNKNOWN = "UNKNOWN";

  private final Map<JobKey, Waiting> children = new LinkedHashMap<>();
  private final Map<JobKey, ParentEnds.End> ends = new HashMap<>();
  private final Map<UUID, List<ParentEnds.AnyEnd>> ofParents = new HashMap<>();
  private final JobBatches batches = new JobBatches();

  /** A job that waits, until its parents are given up. */
  private record Waiting(JobParents parents, Instant knownUntil) {}

  /**
   * Why the job cannot wait for its parents; empty if it can, or has none.
   *
   * @param waiting what waits under a key; null if nothing does
   */
  Optional<Intent.Refused> refusal(
      NewJob job, Function<JobKey, @Nullable WaitingJob> waiting, Instant now) {
    JobParents parents = JobParents.of(job);
    if (parents == null) {
      return batches.refusal(job, now);
    }
    return parents.keys().stream()
        .map(parent -> fault(job.key(), parent, waiting.apply(parent)))
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> batches.refusal(job, now));
  }

  /** Opens or closes a job batch; returns why it cannot. */
  Optional<Intent.Refused> change(BatchChange batch, Instant now) {
    return batches.change(batch, now);
  }

  private Intent.@Nullable Refused fault(JobKey child, JobKey parent, @Nullable WaitingJob waits) {
    if (waits != null && waits.job().due() instanceof Due.Recurring) {
      return Intent.Refused.of(Refusal.AFTER_RECURRING, child, parent);
    }
    if (waits != null && !Boolean.TRUE.equals(waits.job().tracked())) {
      return Intent.Refused.of(Refusal.AFTER_UNTRACKED, child, parent);
    }
    return waitsFor(parent, child, new HashSet<>())
        ? Intent.Refused.of(Refusal.AFTER_CYCLE, child, parent)
        : null;
  }

  private boolean waitsFor(JobKey job, JobKey other, Set<JobKey> seen) {
    Waiting waits = children.get(job);
    return waits != null
        && seen.add(job)
        && waits.parents().keys().stream()
            .anyMatch(parent -> parent.equals(other) || waitsFor(parent, other, seen));
  }

  /** A job waits, maybe in place of another one. */
  void stored(WaitingJob waits, Instant now) {
    NewJob job = waits.job();
    batches.stored(job, waits.fireId(), now);
    JobParents parents = JobParents.of(job);
    children.remove(job.key());
    if (parents != null) {
      Instant dueAt = WaitingJob.later(waits.dueAt(), now);
      children.put(job.key(), new Waiting(parents, dueAt.plus(parents.timeout())));
    }
  }

  /** The job does not wait any more. */
  void removed(JobKey key) {
    children.remove(key);
  }

  void ended(JobKey key, UUID fireId, ExecutionState state) {
    String run = fireId.toString();
    ends.put(
        key, new ParentEnds.End(key.queue(), key.jobId(), state.name(), run, null, null, null));
    batches.ended(key, fireId, state);
  }

  boolean has(JobKey key) {
    return children.containsKey(key);
  }

  /** When parents are given up next. */
  Optional<Instant> nextTimeout(Instant now) {
    return Stream.concat(
            children.values().stream().map(Waiting::knownUntil).filter(now::isBefore),
            batches.nextTimeout(now).stream())
        .min(Comparator.naturalOrder());
  }

  /**
   * A job whose parents have all ended; it waits for them no longer.
   *
   * @param policy what becomes of it if one has failed; null if all have finished
   */
  record Released(JobKey key, @Nullable String policy, List<ParentEnds.AnyEnd> ends) {}

  /**
   * @param unended whether a job with that key waits or runs
   */
  List<Released> released(Predicate<JobKey> unended, Instant now) {
    List<Released> released = new ArrayList<>();
    children.forEach(
        (key, child) -> {
          List<ParentEnds.AnyEnd> all =
              Stream.concat(
                      child.parents().keys().stream()
                          .map(parent -> end(parent, child, unended.test(parent), now)),
                      Stream.ofNullable(child.parents().batch())
                          .map(batch -> end(batch, child, now)))
                  .filter(Objects::nonNull)
                  .sorted(Comparator.comparing(ChildJobs::isFinished))
                  .toList();
          if (all.size() == child.parents().count()) {
            String awaited = child.parents().onFailure() ? "FAILED" : "FINISHED";
            boolean finished = all.stream().allMatch(end -> end.state().equals(awaited));
            released.add(new Released(key, finished ? null : child.parents().ifOneFails(), all));
          }
        });
    released.forEach(each -> children.remove(each.key()));
    return released;
  }

  private ParentEnds.@Nullable AnyEnd end(String batch, Waiting child, Instant now) {
    if (batches.has(batch)) {
      return batches.end(batch, child.parents().onFailure(), now);
    }
    return child.knownUntil().isAfter(now)
        ? null
        : new ParentEnds.BatchEnd(batch, UNKNOWN, Map.of(), null);
  }

  private static boolean isFinished(ParentEnds.AnyEnd end) {
    return end.state().equals(ExecutionState.FINISHED.name());
  }

  private ParentEnds.@Nullable End end(JobKey parent, Waiting child, boolean unended, Instant now) {
    ParentEnds.End known = ends.get(parent);
    if (unended || known != null) {
      return unended ? null : known;
    }
    return child.knownUntil().isAfter(now)
        ? null
        : new ParentEnds.End(parent.queue(), parent.jobId(), UNKNOWN, null, null, null, null);
  }

  /** What the worker of a run gets to know. */
  void keep(UUID fireId, List<ParentEnds.AnyEnd> all) {
    ofParents.put(fireId, all);
  }

  @Nullable List<ParentEnds.AnyEnd> of(UUID fireId) {
    return ofParents.get(fireId);
  }
}
