package org.goodtiming.scheduler.dev.demo;

/**
 * What became of a run's orders.
 *
 * @param lost committed, and never checked
 * @param twice checked more than once
 * @param early checked before the due time
 * @param strays rolled back, and yet they left a job
 */
record Fates(
    long committed,
    long rolledBack,
    long executed,
    long lost,
    long twice,
    long early,
    long strays) {}
