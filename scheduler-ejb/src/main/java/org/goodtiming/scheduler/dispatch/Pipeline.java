package org.goodtiming.scheduler.dispatch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.goodtiming.scheduler.job.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Hands over batch after batch while there is a backlog: the next one is claimed and sent while the
 * one before commits. They commit in the order of their claims, so that each worker queue gets its
 * jobs in the order in which they were due.
 */
final class Pipeline {

  /** One batch that commits, and one that follows. */
  static final int THREADS = 2;

  /** Claims and sends a share in a transaction of its own, and says how many rows it took. */
  interface PipelinedBatch {
    int dispatch(BatchQuota quota, JobDispatch.Overlap overlap);
  }

  private final Executor executor;

  Pipeline(Executor executor) {
    this.executor = executor;
  }

  /**
   * Ends with the beat, with a batch that took less than it might of each queue, or when nothing
   * more is to be taken.
   *
   * @param first not nothing
   * @param next looks, after a claim, what the following batch takes, so that no queue waits for
   *     the backlog of another
   * @return rows taken from the table
   * @throws RuntimeException if a batch did not commit, or the look failed; no batch is under way
   *     any more
   */
  int run(
      BatchQuota first,
      BiFunction<BatchQuota, Claim, BatchQuota> next,
      PipelinedBatch batch,
      Deadline deadline) {
    int taken = 0;
    BatchQuota quota = first;
    Stage newest = new Stage(CompletableFuture.completedFuture(0));
    newest.start(batch, quota, executor);
    try {
      Claim claim = newest.claimed.join();
      while (quota.isFilledBy(claim) && !deadline.passed()) {
        quota = next.apply(quota, claim);
        if (quota.isNothing()) {
          break;
        }
        Stage before = newest;
        Stage following = new Stage(before.done);
        following.start(batch, quota, executor);
        newest = following;
        taken += before.done.join();
        claim = newest.claimed.join();
      }
      return taken + newest.done.join();
    } finally {
      newest.awaitTurn();
      newest.awaitEnd();
    }
  }

  /** A batch under way. */
  private static final class Stage implements JobDispatch.Overlap {

    private final CompletableFuture<Integer> before;
    private final CompletableFuture<Claim> claimed = new CompletableFuture<>();
    private final CompletableFuture<Integer> done = new CompletableFuture<>();

    Stage(CompletableFuture<Integer> before) {
      this.before = before;
    }

    void start(PipelinedBatch batch, BatchQuota quota, Executor executor) {
      CompletableFuture.supplyAsync(() -> batch.dispatch(quota, this), executor)
          .whenComplete(this::end);
    }

    @Override
    public void claimed(Claim claim) {
      claimed.complete(claim);
    }

    @Override
    public void awaitTurn() {
      awaitEndOf(before);
    }

    void awaitEnd() {
      awaitEndOf(done);
    }

    private static void awaitEndOf(CompletableFuture<Integer> batch) {
      batch.handle((rows, failure) -> rows).join();
    }

    private void end(Integer rows, @Nullable Throwable failure) {
      if (failure == null) {
        done.complete(rows);
      } else {
        done.completeExceptionally(failure);
        claimed.completeExceptionally(failure);
      }
    }
  }
}
