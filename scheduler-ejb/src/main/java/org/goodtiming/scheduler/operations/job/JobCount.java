package org.goodtiming.scheduler.operations.job;

/**
 * How many jobs a list has.
 *
 * @param jobs those that were counted
 * @param more whether there may be more
 */
public record JobCount(int jobs, boolean more) {

  /** Creates it from a count that ends behind {@link JobQueries#COUNT_CAP}. */
  public static JobCount capped(int counted, boolean more) {
    int cap = JobQueries.COUNT_CAP;
    return new JobCount(Math.min(counted, cap), more || counted > cap);
  }
}
