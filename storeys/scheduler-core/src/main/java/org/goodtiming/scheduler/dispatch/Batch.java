package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.goodtiming.scheduler.job.claim.Claim;
import org.jspecify.annotations.Nullable;

/**
 * The state that the transaction of a batch shares with the batches before and after it. A batch
 * may claim when the previous batch has claimed, and commit when the previous batch has ended.
 */
final class Batch {

  private final BatchQuota quota;
  private final CompletableFuture<?> before;
  private final Set<String> takenBefore;
  private final CompletableFuture<Claim> claim = new CompletableFuture<>();
  private final CompletableFuture<Claim> end = new CompletableFuture<>();
  private volatile long turn = System.nanoTime();

  private Batch(BatchQuota quota, CompletableFuture<?> before, Set<String> takenBefore) {
    this.quota = quota;
    this.before = before;
    this.takenBefore = takenBefore;
  }

  /** The first batch of a run. */
  Batch(BatchQuota quota) {
    this(quota, CompletableFuture.completedFuture(null), Set.of());
  }

  /** The next batch. */
  Batch next(BatchQuota nextQuota) {
    return new Batch(nextQuota, end, claim().taken().keySet());
  }

  /**
   * @param transaction claims, sends and commits the batch
   */
  Batch start(Executor executor, Supplier<Claim> transaction) {
    CompletableFuture.supplyAsync(transaction, executor).whenComplete(this::ended);
    return this;
  }

  BatchQuota quota() {
    return quota;
  }

  /**
   * The queues of which the previous batch took jobs; it may still keep the locks of their limits.
   */
  Set<String> takenBefore() {
    return takenBefore;
  }

  /** Called by the transaction: the next batch may claim from now on. */
  void claimed(Claim taken) {
    claim.complete(taken);
  }

  /**
   * Called once by the transaction, before it commits anything: returns when the previous batch has
   * ended.
   */
  void awaitTurn() {
    awaitEndOf(before);
    turn = System.nanoTime();
  }

  /** The time for which this batch has been allowed to commit. */
  Duration sinceTurn() {
    return Duration.ofNanos(System.nanoTime() - turn);
  }

  /** Waits for the claim. */
  Claim claim() {
    return claim.join();
  }

  /** Waits for the commit, and fails if it failed. */
  int rows() {
    return end.join().rows();
  }

  /** Returns when neither this batch nor the previous one is active. */
  void awaitEnd() {
    awaitEndOf(before);
    awaitEndOf(end);
  }

  private static void awaitEndOf(CompletableFuture<?> batch) {
    batch.handle((taken, failure) -> true).join();
  }

  private void ended(Claim taken, @Nullable Throwable failure) {
    if (failure == null) {
      end.complete(taken);
    } else {
      end.completeExceptionally(failure);
      claim.completeExceptionally(failure);
    }
  }
}
