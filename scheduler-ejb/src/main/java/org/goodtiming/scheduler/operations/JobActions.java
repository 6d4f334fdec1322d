package org.goodtiming.scheduler.operations;

/** The changes of a single waiting job. */
record JobActions(JobChanges changes, JobHolds holds, JobCancels cancels) {}
