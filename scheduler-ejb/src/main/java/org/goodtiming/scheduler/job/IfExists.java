package org.goodtiming.scheduler.job;

/** What a registration means when a job already waits under its key. */
public enum IfExists {
  REPLACE,
  KEEP,
  REJECT
}
