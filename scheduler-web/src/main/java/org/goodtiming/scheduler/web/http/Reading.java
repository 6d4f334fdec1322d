package org.goodtiming.scheduler.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads the parts of a request once each, and tells all mistakes together. */
public final class Reading {

  private final List<ProblemException> mistakes = new ArrayList<>();

  /** Reads a part; the supplier has its value after {@link #end}. */
  public <T> Supplier<T> part(Supplier<T> part) {
    try {
      T value = part.get();
      return () -> value;
    } catch (ProblemException e) {
      mistakes.add(e);
      return () -> {
        throw e;
      };
    }
  }

  /** Runs a check that yields no value. */
  public Reading check(Runnable check) {
    part(
        () -> {
          check.run();
          return true;
        });
    return this;
  }

  /**
   * Ends the reading.
   *
   * @throws ProblemException that tells all mistakes, if there is one
   */
  public void end() {
    if (!mistakes.isEmpty()) {
      throw ProblemException.of(mistakes);
    }
  }
}
