package org.goodtiming.scheduler.targets;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The calls of a node that are under way. Each target has a lane of its own, which waits for the
 * next job, so that no target waits for another one; while there are more jobs it has some of the
 * lanes that all share.
 */
final class TargetLanes implements AutoCloseable {

  /** Fewer than the sessions of the pool, 64, so that no lane waits for the session of another. */
  private static final int ALL = 60;

  /** Maximum number of lanes besides the one that each target has. */
  private static final int SHARED = 24;

  /** Maximum number of shared lanes of a target. */
  private static final int SHARED_OF_ONE = 8;

  /** A changed target counts for the next job; one that is removed may have a job for so long. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PATIENCE_OF_SHARED = Duration.ofMillis(200);

  /** After a failure that says nothing about the target: the broker or the database refuses. */
  private static final Duration REST = Duration.ofSeconds(5);

  /** A step of a lane. */
  interface Step {

    /**
     * Waits for a job and posts it.
     *
     * @param target called when there is one
     * @return whether there was one
     */
    boolean next(String queue, Duration patience, Supplier<Target> target);
  }

  private final Step step;
  private final BiConsumer<String, Throwable> failed;
  private final ExecutorService threads;
  private final Map<String, Lanes> lanes = new HashMap<>();
  private Set<String> served = Set.of();
  private boolean closed;

  /** The lanes of one queue. */
  private static final class Lanes {
    private Target target;
    private boolean own;
    private int shared;
    private long restsUntil = System.nanoTime();

    Lanes(Target target) {
      this.target = target;
    }

    boolean rests() {
      return System.nanoTime() - restsUntil < 0;
    }
  }

  /**
   * @param failed logs a text with its code, and the failure
   */
  TargetLanes(ThreadFactory threads, Step step, BiConsumer<String, Throwable> failed) {
    this.threads = Executors.newCachedThreadPool(threads);
    this.step = step;
    this.failed = failed;
  }

  /** Serves these targets from now on, and no others. */
  synchronized void serve(List<Target> current) {
    served = current.stream().map(Target::queue).collect(Collectors.toSet());
    for (Target target : current) {
      Lanes ofQueue = lanes.computeIfAbsent(target.queue(), queue -> new Lanes(target));
      ofQueue.target = target;
      if (!ofQueue.own && !ofQueue.rests()) {
        ofQueue.own = true;
        threads.execute(() -> run(target.queue(), ofQueue));
      }
    }
  }

  private synchronized boolean isServed(String queue, Lanes ofQueue) {
    return !closed && served.contains(queue) && !ofQueue.rests();
  }

  private void run(String queue, Lanes ofQueue) {
    work(queue, ofQueue, PATIENCE);
    synchronized (this) {
      ofQueue.own = false;
    }
  }

  /** A job has come, and there may be more than the lanes of its queue work on. */
  private synchronized Target begin(String queue, Lanes ofQueue) {
    int all = lanes.values().stream().mapToInt(each -> each.shared).sum();
    if (!closed && all < Math.min(SHARED, ALL - served.size()) && ofQueue.shared < SHARED_OF_ONE) {
      ofQueue.shared++;
      threads.execute(() -> runShared(queue, ofQueue));
    }
    return ofQueue.target;
  }

  private void runShared(String queue, Lanes ofQueue) {
    work(queue, ofQueue, PATIENCE_OF_SHARED);
    synchronized (this) {
      ofQueue.shared--;
    }
  }

  /** The own lane waits for jobs as long as the queue is served, a shared one until none comes. */
  private void work(String queue, Lanes ofQueue, Duration patience) {
    Thread.currentThread().setName("scheduler-target-" + queue);
    boolean mayHaveMore = true;
    while (mayHaveMore && isServed(queue, ofQueue)) {
      mayHaveMore = next(queue, ofQueue, patience) || patience.equals(PATIENCE);
    }
  }

  private boolean next(String queue, Lanes ofQueue, Duration patience) {
    try {
      return step.next(queue, patience, () -> begin(queue, ofQueue));
    } catch (RuntimeException e) {
      rest(ofQueue);
      failed.accept(
          "SCHED-0723 could not consume worker queue %s, or not store what its target has answered; its messages are delivered again, next try in %s"
              .formatted(queue, REST),
          e);
      return false;
    }
  }

  private synchronized void rest(Lanes ofQueue) {
    ofQueue.restsUntil = System.nanoTime() + REST.toNanos();
  }

  /** Ends the lanes after the calls that are under way. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      closed = true;
    }
    threads.shutdown();
    threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }
}
