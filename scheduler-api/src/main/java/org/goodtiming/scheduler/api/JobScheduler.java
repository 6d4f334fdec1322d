package org.goodtiming.scheduler.api;

import java.util.Collection;

/**
 * Registers timed jobs by JMS messages; inject it anywhere CDI reaches.
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
   * Registers many jobs by few messages, which is far cheaper than one message each. In a
   * transaction all of them take effect with its commit, or none; what the scheduler cannot accept
   * goes into quarantine job by job, and holds up no other.
   *
   * @param requests in the order in which they are meant: of two with the same key the later one
   *     counts as the later intent; may be empty
   * @throws NullPointerException if one of them is null; nothing has been sent then
   * @throws JobSchedulerException if a message cannot be sent; let the transaction roll back.
   *     Without one, some of the jobs may be registered
   */
  void scheduleAll(Collection<JobRequest> requests);

  /**
   * Takes back a job that still waits. One that is already handed to its worker queue is not
   * reached; one whose registration was sent before this call and arrives after it, is.
   *
   * @throws JobSchedulerException if the message cannot be sent; the job is then not cancelled
   */
  void cancel(JobKey key);
}
