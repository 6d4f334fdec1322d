package org.goodtiming.scheduler.dev.demo;

/**
 * The scheduler's own books, view {@code scheduler.ledger}.
 *
 * @param difference 0 unless a job was lost or invented
 */
record JobLedger(long registered, long dispatched, long difference) {

  /** What has happened since; a difference is a difference, whenever it arose. */
  JobLedger since(JobLedger start) {
    return new JobLedger(registered - start.registered, dispatched - start.dispatched, difference);
  }
}
