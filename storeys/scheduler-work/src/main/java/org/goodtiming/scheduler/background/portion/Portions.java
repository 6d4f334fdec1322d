package org.goodtiming.scheduler.background.portion;

import java.util.Collection;
import java.util.function.Consumer;

/** Divides the work of a task into short transactions, or into independent parts. */
public final class Portions {

  private static final int SIZE = 500;

  private Portions() {}

  /** Processes some of the rows. */
  @FunctionalInterface
  public interface Step<E extends Exception> {

    /**
     * @param limit maximum number of rows
     * @return how many rows it has handled; fewer than the maximum if there are no more
     */
    int handle(int limit) throws E;
  }

  /**
   * Handles each item, also if another one fails, until the thread is interrupted.
   *
   * @throws RuntimeException the first failure; the others are suppressed in it
   */
  public static <T> void each(Collection<T> items, Consumer<T> part) {
    RuntimeException failure = null;
    for (T item : items) {
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
      try {
        part.accept(item);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Repeats the step until no rows are left, or the thread is interrupted. */
  public static <E extends Exception> void repeat(Step<E> step) throws E {
    repeat(SIZE, step);
  }

  /**
   * Repeats the step with another size until no rows are left, or the thread is interrupted.
   *
   * @param size maximum number of rows in each step
   */
  public static <E extends Exception> void repeat(int size, Step<E> step) throws E {
    while (step.handle(size) == size && !Thread.currentThread().isInterrupted()) {
      // More rows may be left
    }
  }
}
