package org.goodtiming.scheduler.dev.demo;

/**
 * The results of a run's orders.
 *
 * @param lost committed, and never checked
 * @param twice checked more than once
 * @param early checked before the due time
 * @param strays rolled back, but with a job
 */
record Fates(
    long committed,
    long rolledBack,
    long executed,
    long lost,
    long twice,
    long early,
    long strays) {}
