package org.goodtiming.scheduler.operations.batch;

import org.jspecify.annotations.Nullable;

/** The results of a step of a batch operation. Jobs that no longer wait are not counted. */
public record BatchTally(int done, int refused, @Nullable String lastRefusal) {

  public static final BatchTally NOTHING = new BatchTally(0, 0, null);

  public BatchTally plusDone() {
    return new BatchTally(done + 1, refused, lastRefusal);
  }

  public BatchTally plusRefused(String why) {
    return new BatchTally(done, refused + 1, why);
  }
}
