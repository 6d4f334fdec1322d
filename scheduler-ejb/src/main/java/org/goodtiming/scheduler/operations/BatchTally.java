package org.goodtiming.scheduler.operations;

import org.jspecify.annotations.Nullable;

/** The results of a step of a batch operation. Jobs that no longer wait are not counted. */
record BatchTally(int done, int refused, @Nullable String lastRefusal) {

  static final BatchTally NOTHING = new BatchTally(0, 0, null);

  BatchTally plusDone() {
    return new BatchTally(done + 1, refused, lastRefusal);
  }

  BatchTally plusRefused(String why) {
    return new BatchTally(done, refused + 1, why);
  }
}
