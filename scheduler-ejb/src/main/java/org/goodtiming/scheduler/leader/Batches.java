package org.goodtiming.scheduler.leader;

/** Divides the work of a leader's task into short transactions. */
public final class Batches {

  private static final int SIZE = 500;

  private Batches() {}

  /** Handles some of the rows. */
  @FunctionalInterface
  public interface Step<E extends Exception> {

    /**
     * @param most maximum number of rows
     * @return how many rows it has handled; fewer than the maximum if there are no more
     */
    int handle(int most) throws E;
  }

  /** Repeats the step until no rows are left, or the thread is interrupted. */
  public static <E extends Exception> void repeat(Step<E> step) throws E {
    while (step.handle(SIZE) == SIZE && !Thread.currentThread().isInterrupted()) {
      // There may be more
    }
  }
}
