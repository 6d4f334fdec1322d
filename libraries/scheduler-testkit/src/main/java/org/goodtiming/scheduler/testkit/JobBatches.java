package org.goodtiming.scheduler.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.ParentEnds.BatchEnd;
import org.jspecify.annotations.Nullable;

/** The job batches, with the keys of their members. */
final class JobBatches {

  private static final Duration TIMEOUT = Duration.ofDays(1);

  private final Map<String, Batch> batches = new HashMap<>();

  private static final class Batch {

    private final Set<JobKey> members = new LinkedHashSet<>();
    private @Nullable Integer size;
    private Instant expiresAt;

    private Batch(Instant now) {
      expiresAt = now.plus(TIMEOUT);
    }

    private int missing() {
      return size == null ? 0 : Math.max(0, size - members.size());
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
        || batch.members.contains(job.key())
        || !batch.isGivenUp(now) && (batch.size == null || batch.missing() > 0)) {
      return Optional.empty();
    }
    int size = Objects.requireNonNullElse(batch.size, batch.members.size());
    return Optional.of(Intent.Refused.of(Refusal.BATCH_FULL, job.key(), id, size));
  }

  /** A member waits. */
  void stored(NewJob job, Instant now) {
    String id = job.batch();
    if (id != null) {
      batches.computeIfAbsent(id, each -> new Batch(now)).members.add(job.key());
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

  /**
   * How a batch has ended or, if that is wanted, failed.
   *
   * @param state of the run of a member; null until it has ended
   * @return null if it has not yet
   */
  @Nullable BatchEnd end(
      String id, boolean onFailure, Function<JobKey, @Nullable String> state, Instant now) {
    Batch batch = Objects.requireNonNull(batches.get(id));
    boolean givenUp = batch.isGivenUp(now);
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("total", batch.members.size());
    for (String count : new String[] {"finished", "failed", "cancelled"}) {
      counts.put(count, 0);
    }
    for (JobKey member : batch.members) {
      String end = state.apply(member);
      if (end != null) {
        counts.merge(countOf(end), 1, Integer::sum);
      }
    }
    counts.put("missing", givenUp ? batch.missing() : 0);
    boolean failed = givenUp || counts.getOrDefault("failed", 0) > 0;
    boolean complete = givenUp || batch.size != null && batch.missing() == 0;
    boolean ended =
        complete && batch.members.stream().allMatch(member -> state.apply(member) != null);
    String name =
        failed ? "FAILED" : counts.getOrDefault("cancelled", 0) > 0 ? "CANCELLED" : "FINISHED";
    return ended || onFailure && failed ? new BatchEnd(id, name, counts, null) : null;
  }

  private static String countOf(String end) {
    return switch (end) {
      case "FINISHED" -> "finished";
      case "CANCELLED" -> "cancelled";
      default -> "failed";
    };
  }
}
