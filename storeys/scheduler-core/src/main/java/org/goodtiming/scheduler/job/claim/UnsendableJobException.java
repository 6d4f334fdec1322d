package org.goodtiming.scheduler.job.claim;

import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;

/**
 * The row of a job cannot be read, or not be made into a message: neither its queue nor the broker
 * is to blame.
 */
public final class UnsendableJobException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnsendableJobException(JobKey key, Throwable cause) {
    super("SCHED-0193 job %s cannot be made into a message: %s".formatted(key, cause), cause);
  }

  /** Whether such a job caused the failure, which the container may have wrapped. */
  public static boolean isCauseOf(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .anyMatch(UnsendableJobException.class::isInstance);
  }
}
