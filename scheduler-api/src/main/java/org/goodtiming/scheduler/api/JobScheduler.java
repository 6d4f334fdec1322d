package org.goodtiming.scheduler.api;

/**
 * Registers timed jobs by one JMS message each; inject it anywhere CDI reaches.
 *
 * <p>In a JTA transaction the message belongs to it: it takes effect with the caller's commit, and
 * a rollback leaves nothing behind. Without a transaction it is sent at once. Either way the call
 * returns before the scheduler has seen the message: what the scheduler cannot accept, an unknown
 * worker queue for one, is not reported here but kept in quarantine with its reason.
 *
 * <p>Safe for use by many threads.
 */
public interface JobScheduler {

  /**
   * Registers a job.
   *
   * @throws JobSchedulerException if the message cannot be sent; the job is then not registered
   */
  void schedule(JobRequest request);

  /**
   * Takes back a job that still waits. One that is already handed to its worker queue is not
   * reached; one whose registration was sent before this call and arrives after it, is.
   *
   * @throws JobSchedulerException if the message cannot be sent; the job is then not cancelled
   */
  void cancel(JobKey key);
}
