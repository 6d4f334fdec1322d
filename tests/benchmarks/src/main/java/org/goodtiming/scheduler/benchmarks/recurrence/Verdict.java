package org.goodtiming.scheduler.benchmarks.recurrence;

/** The verdict on an answer of a library. */
enum Verdict {
  RIGHT,
  WRONG,
  REFUSED,
  /** Different from the suite, where libraries document different meanings. */
  OTHER_MEANING
}
