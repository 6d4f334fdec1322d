package org.goodtiming.scheduler.benchmarks;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that works until it is stopped. */
public final class Loop {

  /** The work, which continues while the argument is true. */
  public interface Work {
    void run(BooleanSupplier going) throws Exception;
  }

  private final String name;
  private volatile boolean going;
  private @Nullable FutureTask<?> task;

  /** Named for its thread. */
  public Loop(String name) {
    this.name = name;
  }

  /** Begins. */
  public void start(Work work) {
    going = true;
    task =
        new FutureTask<>(
            () -> {
              work.run(() -> going);
              return null;
            });
    new Thread(task, name).start();
  }

  /** Returns when it has ended; throws what it failed at. */
  public void stop() throws InterruptedException, ExecutionException {
    going = false;
    if (task != null) {
      task.get();
    }
  }
}
