package org.goodtiming.scheduler.benchmarks.peers;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.benchmarks.Job;

/** Jobs that are there and never due while anything is measured. */
final class Waiting {
  static final Instant DUE = Instant.now().plus(Duration.ofDays(30));

  /** The one that the others are copied from; its number is no other's. */
  static final Job JOB = new Job(Integer.MAX_VALUE, DUE);

  /** In SQL, between the due times of those jobs and of all others. */
  static final String BORDER = "now() + interval '1 day'";

  private Waiting() {}
}
