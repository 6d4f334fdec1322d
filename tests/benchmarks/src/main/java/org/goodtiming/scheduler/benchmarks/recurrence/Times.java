package org.goodtiming.scheduler.benchmarks.recurrence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The times of a recurrence, one after the other. */
interface Times {

  /** Null when there are no more. */
  @Nullable Instant next() throws Exception;

  /** The times of a function from an instant to the next time after it. */
  static Times after(Instant start, Next function) {
    return new Times() {
      private Instant last = start;

      @Override
      public @Nullable Instant next() throws Exception {
        Instant next = function.after(last);
        if (next != null) {
          last = next;
        }
        return next;
      }
    };
  }

  /** A function from an instant to the next time after it. */
  interface Next {

    /** Null when there is none. */
    @Nullable Instant after(Instant instant) throws Exception;
  }
}
