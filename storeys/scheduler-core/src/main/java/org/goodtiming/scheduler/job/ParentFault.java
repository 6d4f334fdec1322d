package org.goodtiming.scheduler.job;

import org.goodtiming.scheduler.api.JobKey;

/** Why a job cannot wait for a parent. */
public record ParentFault(Kind kind, JobKey parent) {

  /** The reason. */
  public enum Kind {
    /** The parent waits for the job. */
    CYCLE,
    /** Nothing tells the end of the parent. */
    UNTRACKED,
    /** The parent is a schedule. */
    RECURRING
  }
}
