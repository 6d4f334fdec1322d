package org.goodtiming.scheduler.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.ParentEnds.BatchEnd;
import org.jspecify.annotations.Nullable;

/** The job batches, with the ends of their members. */
final class JobBatches {

  private static final Duration TIMEOUT = Duration.ofDays(1);
  private static final String FINISHED = "finished";
  private static final String FAILED = "failed";
  private static final String CANCELLED = "cancelled";

  private final Map<String, Batch> batches = new HashMap<>();

  /** By the run of a member that has not ended. */
  private final Map<UUID, Batch> ofRuns = new HashMap<>();

  private static final class Batch {

    /** The latest run of each. */
    private final Map<JobKey, UUID> members = new HashMap<>();

    /** In which count each is that has ended. */
    private final Map<JobKey, String> ends = new HashMap<>();

    private final Map<String, Integer> counts = new HashMap<>();
    private @Nullable Integer size;
    private Instant expiresAt;

    private Batch(Instant now) {
      expiresAt = now.plus(TIMEOUT);
    }

    private int missing() {
      return size == null ? 0 : Math.max(0, size - members.size());
    }

    private int count(String name) {
      return counts.getOrDefault(name, 0);
    }

    private void waits(JobKey member, UUID run) {
      members.put(member, run);
      String former = ends.remove(member);
      if (former != null) {
        counts.merge(former, -1, Integer::sum);
      }
    }

    /** A later run may have taken the place of that which has ended. */
    private void ended(JobKey member, UUID run, String count) {
      if (run.equals(members.get(member))) {
        ends.put(member, count);
        counts.merge(count, 1, Integer::sum);
      }
    }

    private boolean isGivenUp(Instant now) {
      return (size == null || missing() > 0) && !expiresAt.isAfter(now);
    }
  }

  /** Why the job cannot be a member of its batch; empty if it can, or names none. */
  Optional<Intent.Refused> refusal(NewJob job, Instant now) {
    String id = job.batch();
    if (id == null) {
      return Optional.empty();
    }
    if (!Boolean.TRUE.equals(job.tracked())) {
      return Optional.of(Intent.Refused.of(Refusal.BATCH_UNTRACKED, job.key(), id, job.key()));
    }
    Batch batch = batches.get(id);
    if (batch == null
        || batch.members.containsKey(job.key())
        || !batch.isGivenUp(now) && (batch.size == null || batch.missing() > 0)) {
      return Optional.empty();
    }
    int size = Objects.requireNonNullElse(batch.size, batch.members.size());
    return Optional.of(Intent.Refused.of(Refusal.BATCH_FULL, job.key(), id, size));
  }

  /** A member waits, maybe in place of an earlier one. */
  void stored(NewJob job, UUID run, Instant now) {
    String id = job.batch();
    if (id != null) {
      Batch batch = batches.computeIfAbsent(id, each -> new Batch(now));
      batch.waits(job.key(), run);
      ofRuns.put(run, batch);
    }
  }

  void ended(JobKey job, UUID run, ExecutionState state) {
    Batch batch = ofRuns.remove(run);
    if (batch != null) {
      batch.ended(job, run, countOf(state));
    }
  }

  /** Opens or closes a batch; returns why it cannot. */
  Optional<Intent.Refused> change(BatchChange change, Instant now) {
    Batch batch = batches.computeIfAbsent(change.id(), each -> new Batch(now));
    Integer size = change.size();
    if (batch.size != null) {
      return size == null || size.equals(batch.size)
          ? Optional.empty()
          : refused(change.id(), "was closed with " + batch.size, size);
    }
    if (size != null && size < batch.members.size()) {
      return refused(change.id(), "has " + batch.members.size(), size);
    }
    batch.size = size;
    batch.expiresAt = now.plus(Objects.requireNonNullElse(change.timeout(), TIMEOUT));
    return Optional.empty();
  }

  private static Optional<Intent.Refused> refused(String id, String reason, int size) {
    String text = Refusal.BATCH_SIZE.reason(id, reason, size);
    return Optional.of(new Intent.Refused(Refusal.BATCH_SIZE, text, null, null));
  }

  /** When a batch that waits for members is given up next. */
  Optional<Instant> nextTimeout(Instant now) {
    return batches.values().stream()
        .map(batch -> batch.expiresAt)
        .filter(now::isBefore)
        .min(Comparator.naturalOrder());
  }

  boolean has(String id) {
    return batches.containsKey(id);
  }

  /** How a batch has ended or, if that is wanted, failed; null if it has not yet. */
  @Nullable BatchEnd end(String id, boolean onFailure, Instant now) {
    Batch batch = Objects.requireNonNull(batches.get(id));
    boolean givenUp = batch.isGivenUp(now);
    boolean failed = givenUp || batch.count(FAILED) > 0;
    boolean complete = givenUp || batch.size != null && batch.missing() == 0;
    boolean ended = complete && batch.ends.size() == batch.members.size();
    if (!ended && !(onFailure && failed)) {
      return null;
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("total", batch.members.size());
    for (String count : List.of(FINISHED, FAILED, CANCELLED)) {
      counts.put(count, batch.count(count));
    }
    counts.put("missing", givenUp ? batch.missing() : 0);
    String name = failed ? "FAILED" : batch.count(CANCELLED) > 0 ? "CANCELLED" : "FINISHED";
    return new BatchEnd(id, name, counts, null);
  }

  private static String countOf(ExecutionState end) {
    return switch (end) {
      case FINISHED -> FINISHED;
      case CANCELLED -> CANCELLED;
      case SUBMITTED, DISPATCHED, RUNNING, ERROR, EXHAUSTED, EXPIRED -> FAILED;
    };
  }
}
