package org.goodtiming.scheduler.api;

import java.util.Collection;

/**
 * Registers timed jobs by JMS messages. Inject it by CDI.
 *
 * <p>In a JTA transaction the message is part of the transaction: it takes effect with the caller's
 * commit, and a rollback leaves nothing behind. Without a transaction the message is sent at once.
 * In both cases the call returns before the scheduler has read the message. Requests that the
 * scheduler cannot accept, for example because of an unknown worker queue, are not reported to the
 * caller: the scheduler keeps them in quarantine with the reason.
 *
 * <p>Thread-safe.
 */
public interface JobScheduler {

  /**
   * Registers a job.
   *
   * @throws JobSchedulerException if the message cannot be sent; the job is then not registered
   */
  void schedule(JobRequest request);

  /**
   * Registers many jobs with a few messages, which costs much less than one message for each job.
   * In a transaction all jobs take effect with its commit, or none. A job that the scheduler cannot
   * accept goes into quarantine and does not affect the other jobs.
   *
   * @param requests of two requests with the same key, the later one in the collection counts as
   *     the later intent; may be empty
   * @throws NullPointerException if a request is null; no message has been sent in this case
   * @throws JobSchedulerException if a message cannot be sent; let the transaction roll back.
   *     Without a transaction, some of the jobs may be registered
   */
  void scheduleAll(Collection<JobRequest> requests);

  /**
   * Cancels a waiting job. It also cancels a job whose registration was sent before this call and
   * is stored after it. A tracked job that has already been dispatched is asked to stop; any other
   * dispatched job is not affected.
   *
   * @throws JobSchedulerException if the message cannot be sent; the job is then not cancelled
   */
  void cancel(JobKey key);
}
