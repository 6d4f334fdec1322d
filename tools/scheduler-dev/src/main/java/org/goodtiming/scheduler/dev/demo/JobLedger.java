package org.goodtiming.scheduler.dev.demo;

/**
 * The scheduler's own books, view {@code scheduler.ledger}.
 *
 * @param difference 0 unless a job was lost or invented
 */
record JobLedger(long registered, long dispatched, long difference) {

  /**
   * The changes since a start; the difference of the ledger is not subtracted, because it matters
   * whenever it arose.
   */
  JobLedger since(JobLedger start) {
    return new JobLedger(registered - start.registered, dispatched - start.dispatched, difference);
  }
}
