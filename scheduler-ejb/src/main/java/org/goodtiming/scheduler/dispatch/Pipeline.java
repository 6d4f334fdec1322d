package org.goodtiming.scheduler.dispatch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.lease.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Hands over batch after batch while there is a backlog: the next one is claimed and sent while the
 * one before commits. They commit in the order of their claims, so that each worker queue gets its
 * jobs in the order in which they were due.
 */
final class Pipeline {

  /** One batch that commits, and one that follows. */
  static final int THREADS = 2;

  private final HandOff handOff;
  private final Executor executor;

  Pipeline(HandOff handOff, Executor executor) {
    this.handOff = handOff;
    this.executor = executor;
  }

  /**
   * Ends with the beat, or with a batch that is not full.
   *
   * @return rows taken from the table
   * @throws RuntimeException if a batch did not commit; none is under way any more
   */
  int run(Lease lease, List<String> queues, int perQueue, Beat beat) {
    int taken = 0;
    Stage newest = new Stage(null);
    try {
      newest.start(handOff, lease, queues, perQueue, executor);
      while (newest.claimed.join() >= perQueue && !beat.over()) {
        Stage before = newest;
        newest = new Stage(before);
        newest.start(handOff, lease, queues, perQueue, executor);
        taken += before.done.join();
      }
      return taken + newest.done.join();
    } catch (CompletionException e) {
      newest.awaitTurn();
      newest.awaitEnd();
      throw e;
    }
  }

  /** A batch under way. */
  private static final class Stage implements HandOff.Overlap {

    private final @Nullable Stage before;
    private final CompletableFuture<Integer> claimed = new CompletableFuture<>();
    private final CompletableFuture<Integer> done = new CompletableFuture<>();

    Stage(@Nullable Stage before) {
      this.before = before;
    }

    void start(HandOff handOff, Lease lease, List<String> queues, int perQueue, Executor executor) {
      CompletableFuture.supplyAsync(() -> handOff.batch(lease, queues, perQueue, this), executor)
          .whenComplete(this::end);
    }

    @Override
    public void claimed(int rows) {
      claimed.complete(rows);
    }

    @Override
    public void awaitTurn() {
      if (before != null) {
        before.awaitEnd();
      }
    }

    void awaitEnd() {
      done.handle((rows, failure) -> rows).join();
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
