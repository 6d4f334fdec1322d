package org.goodtiming.scheduler.benchmarks.recurrence;

/** What an answer of a library is. */
enum Verdict {
  RIGHT,
  WRONG,
  REFUSED,
  /** Different from the suite, where libraries document different meanings. */
  OTHER_MEANING
}
