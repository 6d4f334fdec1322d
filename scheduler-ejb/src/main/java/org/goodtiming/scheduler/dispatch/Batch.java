package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.goodtiming.scheduler.job.Claim;
import org.jspecify.annotations.Nullable;

/**
 * One batch under way: what its transaction and the batches beside it must know of one another. It
 * may claim once the batch before has claimed, and commit once that one has ended.
 */
final class Batch {

  private final BatchQuota quota;
  private final CompletableFuture<?> before;
  private final CompletableFuture<Claim> claim = new CompletableFuture<>();
  private final CompletableFuture<Claim> end = new CompletableFuture<>();
  private volatile long turn = System.nanoTime();

  private Batch(BatchQuota quota, CompletableFuture<?> before) {
    this.quota = quota;
    this.before = before;
  }

  /** A batch that has none before it. */
  Batch(BatchQuota quota) {
    this(quota, CompletableFuture.completedFuture(null));
  }

  /** The batch after this one. */
  Batch next(BatchQuota nextQuota) {
    return new Batch(nextQuota, end);
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

  /** Told by the transaction: from now on the next batch may claim. */
  void claimed(Claim taken) {
    claim.complete(taken);
  }

  /** Asked by the transaction: returns once the batch before has ended. Now this one may commit. */
  void awaitTurn() {
    awaitEndOf(before);
    turn = System.nanoTime();
  }

  /** How long it has been this batch's turn to commit. */
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

  /** Returns once neither this batch nor the one before it is under way any more. */
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
