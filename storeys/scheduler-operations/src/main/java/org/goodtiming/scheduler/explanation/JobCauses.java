package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.WaitingJob.Failed;
import org.goodtiming.scheduler.explanation.WaitingJob.Hold;
import org.goodtiming.scheduler.explanation.WaitingJob.Lock;
import org.goodtiming.scheduler.explanation.WaitingJob.Retry;
import org.goodtiming.scheduler.explanation.WaitingJob.Share;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.goodtiming.scheduler.policy.Pace;
import org.jspecify.annotations.Nullable;

/** The causes that keep a waiting job from dispatch. */
record JobCauses(Facts facts, WaitingJob job, WaitingJob.Times times, Instant now) {

  JobCauses(Facts facts, WaitingJob job) {
    this(facts, job, job.times(), facts.now());
  }

  Stream<Cause> all() {
    return Stream.of(
            locked(job.lock()),
            expired(),
            held(job.hold()),
            waitsForParents(job.parents()),
            job.parents() == null ? notDue() : null,
            retrying(job.retry()))
        .filter(Objects::nonNull);
  }

  /** The cause if no other is known. */
  Cause otherwise(boolean spread) {
    if (times.eligibleAt().isAfter(now)) {
      String text =
          spread
              ? "the schedule spreads its runs: this one is dispatched at %s"
              : "dispatch may claim the job at %s";
      return Cause.of(
          spread ? "jitter" : "not-eligible", text.formatted(times.eligibleAt()), times.dueAt());
    }
    Share share = job.share();
    int ahead = share == null ? job.ahead() : share.ahead();
    String text =
        ahead == 0
            ? "the job is due, and the leader dispatches it next"
            : "the job is due, and waits for %s of %s to be dispatched first"
                .formatted(
                    ahead < 1_000 ? Pace.count(ahead, "job") : "1000 or more jobs",
                    share == null ? "the queue" : "its " + share.property());
    if (share != null && share.limit() > 0 && share.runs() >= share.limit()) {
      return Cause.of(
          "concurrency-limit",
          "%d of %s of its %s under way; %s"
              .formatted(share.runs(), Pace.count(share.limit(), "run"), share.property(), text),
          times.eligibleAt());
    }
    Pace pace = facts.pace();
    return pace == null
        ? Cause.of("backlog", text, times.eligibleAt())
        : Cause.of(
            pace.code(),
            "%s; worker queue %s %s".formatted(text, facts.key().queue(), pace.text()),
            times.eligibleAt());
  }

  private @Nullable Cause locked(@Nullable Lock lock) {
    if (lock == null || !Durations.isLate(lock.preparedAt(), now)) {
      return null;
    }
    Cause cause =
        Cause.of(
            "in-doubt",
            "a transaction that is prepared, and neither committed nor rolled back, has locked the job",
            lock.preparedAt());
    return lock.gtrid() == null
        ? cause
        : cause.with(
            new Cure(
                "resolve the transaction",
                "POST",
                List.of("in-doubt", lock.gtrid(), "resolve"),
                null,
                "admin"));
  }

  private @Nullable Cause expired() {
    Instant expiresAt = times.expiresAt();
    return expiresAt == null || expiresAt.isAfter(now) || job.hold() != null
        ? null
        : Cause.of("expired", "the job has expired, so it is not dispatched any more", expiresAt);
  }

  private @Nullable Cause held(@Nullable Hold hold) {
    if (hold == null) {
      return null;
    }
    Cause held =
        hold.reason() == null
            ? Cause.of("held", "the job is held by %s".formatted(hold.by()), hold.since())
            : Cause.of(
                "held",
                "the job is held until it is released or registered again%s, because a parent has failed: %s"
                    .formatted(
                        hold.isOfBatch()
                            ? ", or the failed members of the batch have run again with success"
                            : "",
                        hold.reason()),
                hold.since());
    return held.with(cure("release the job", "release"));
  }

  private static @Nullable Cause waitsForParents(WaitingJob.@Nullable Parents parents) {
    if (parents == null) {
      return null;
    }
    String others =
        parents.unended() > 1 ? ", and for %s more".formatted(parents.unended() - 1) : "";
    WaitingJob.Batch batch = parents.batch();
    String first =
        batch == null
            ? "%s, %s".formatted(parents.first(), state(parents))
            : progress(parents.first(), batch);
    return Cause.of("parents", "the job waits for %s%s".formatted(first, others), null);
  }

  private static String progress(String name, WaitingJob.Batch batch) {
    int absent = batch.known() - batch.members();
    return String.format(
            Locale.ROOT,
            "%s%s: %,d of %,d ended",
            batch.onFailure() ? "a failure in " : "",
            name,
            batch.ended(),
            batch.known())
        + (batch.size() == null ? ", and nobody has closed it" : "")
        + (absent > 0 ? String.format(Locale.ROOT, ", %,d not registered", absent) : "");
  }

  private static String state(WaitingJob.Parents parents) {
    String state = parents.state();
    if (state == null) {
      return "of which no tracked run is known; it counts as failed at %s"
          .formatted(parents.since());
    }
    return switch (state) {
      case "HELD" -> "which is held since " + parents.since();
      case "PARENTS" -> "which waits for other jobs, too";
      case "RUNNING" -> "which runs since " + parents.since();
      case "DISPATCHED" -> "which is in its worker queue since " + parents.since();
      default -> "which waits, too, and is due at " + parents.since();
    };
  }

  private @Nullable Cause notDue() {
    return times.dueAt().isAfter(now)
        ? Cause.of(
                "not-due",
                "the job is due at %s, in %s by the clock of the database"
                    .formatted(times.dueAt(), Durations.between(now, times.dueAt())),
                null)
            .with(job.hold() == null ? runNow() : null)
        : null;
  }

  private @Nullable Cause retrying(@Nullable Retry retry) {
    if (retry == null || !times.eligibleAt().isAfter(now)) {
      return null;
    }
    boolean withItsQueue = retry.failed() == Failed.DISPATCH && retry.attempts() == 0;
    if (withItsQueue && facts.queueRests()) {
      return null;
    }
    String failed =
        withItsQueue
            ? "the dispatch of the job failed together with others of its queue"
            : retry.failed() == Failed.WORKER
                ? "its worker has failed"
                : Pace.count(retry.attempts(), "attempt") + " to dispatch the job failed";
    return Cause.of(
            "retrying",
            "%s, the next attempt is at %s: %s"
                .formatted(failed, times.eligibleAt(), retry.error()),
            null)
        .with(runNow());
  }

  private Cure runNow() {
    return cure("run the job now", "run-now");
  }

  private Cure cure(String text, String action) {
    return Cure.post(text, "jobs", facts.key().queue(), facts.key().jobId(), action);
  }
}
