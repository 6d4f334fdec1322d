package org.goodtiming.scheduler.operations.job;

/**
 * How many jobs a list has.
 *
 * @param jobs those that were counted
 * @param more whether there may be more
 */
public record JobCount(int jobs, boolean more) {

  /** One more than the maximum count: a count that reaches it has "more". */
  public static final int CAP = 1_000;

  /** Creates it from a count that ends behind {@link #CAP}. */
  public static JobCount capped(int counted, boolean more) {
    return new JobCount(Math.min(counted, CAP), more || counted > CAP);
  }
}
