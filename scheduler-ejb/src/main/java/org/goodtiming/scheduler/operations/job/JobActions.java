package org.goodtiming.scheduler.operations.job;

/** The changes of a single waiting job. */
public record JobActions(JobChanges changes, JobHolds holds, JobCancels cancels) {}
