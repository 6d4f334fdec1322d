package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Collection;

/**
 * Registers timed jobs by JMS messages. Inject it by CDI, or make it by {@link #of}.
 *
 * <p>In a JTA transaction the message is part of the transaction: it takes effect with the caller's
 * commit, and a rollback leaves nothing behind. Without a transaction the message is sent at once.
 * In both cases the call returns before the scheduler has read the message. Requests that the
 * scheduler cannot accept are not reported to the caller: the scheduler keeps them in quarantine
 * with the reason. {@link #scheduleAndWait} returns the scheduler's answer.
 *
 * <p>The name of a worker queue is checked at its first use, outside of the caller's transaction:
 * an unknown queue, or a login without a grant for it, is an exception, and nothing is sent. If the
 * scheduler does not answer within 2 seconds, requests for this queue are sent unchecked for a
 * minute.
 *
 * <p>Thread-safe.
 */
public interface JobScheduler {

  /**
   * For applications without CDI, such as those of Spring: a scheduler that sends by these
   * connection factories. Keep it; it remembers which worker queues exist.
   *
   * @param transactional whose messages are part of the caller's transaction
   * @param direct whose messages never are: for the calls that need an answer, which comes before
   *     the caller's commit
   */
  static JobScheduler of(ConnectionFactory transactional, ConnectionFactory direct) {
    return new JmsJobScheduler(transactional, new ReceiptRequests(direct), call -> {});
  }

  /**
   * Registers a job.
   *
   * @throws JobSchedulerException if the message cannot be sent, or if jobs of its worker queue are
   *     refused ({@code SCHED-0195}); the job is then not registered
   */
  void schedule(JobRequest request);

  /**
   * Registers a job at once, and returns the scheduler's answer. Call it outside of a transaction:
   * the scheduler cannot answer before a commit.
   *
   * @param timeout maximum time to wait for the answer
   * @return the answer, which may be a refusal
   * @throws JobSchedulerException if there is a transaction or the message cannot be sent; the job
   *     is then not registered. If no answer arrives in time ({@code SCHED-0198}), the job may be
   *     registered later
   */
  JobReceipt scheduleAndWait(JobRequest request, Duration timeout);

  /**
   * Asks whether the scheduler would accept a job. Nothing is registered, and a refusal leaves
   * nothing in the quarantine. Call it outside of a transaction.
   *
   * @param timeout maximum time to wait for the answer
   * @return {@code ACCEPTABLE}, or a refusal
   * @throws JobSchedulerException if there is a transaction, the message cannot be sent, or no
   *     answer arrives in time ({@code SCHED-0198})
   */
  JobReceipt check(JobRequest request, Duration timeout);

  /**
   * Registers many jobs with a few messages, which costs much less than one message for each job.
   * In a transaction all jobs take effect with its commit, or none. A job that the scheduler cannot
   * accept goes into quarantine and does not affect the other jobs.
   *
   * @param requests of two requests with the same key, the later one in the collection counts as
   *     the later intent; may be empty
   * @throws NullPointerException if a request is null; no message has been sent in this case
   * @throws JobSchedulerException if jobs of a worker queue are refused ({@code SCHED-0195}); no
   *     message has been sent in this case. If a message cannot be sent; let the transaction roll
   *     back. Without a transaction, some of the jobs may be registered
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

  /**
   * Cancels a job at once, and returns the scheduler's answer. Call it outside of a transaction:
   * the scheduler cannot answer before a commit.
   *
   * @param timeout maximum time to wait for the answer
   * @return the answer: {@code CANCELLED} if the job waited and will not be dispatched, {@code
   *     CANCEL_REQUESTED} if its tracked run has been dispatched, {@code CANCEL_NOTED} if no job
   *     waits, or a refusal
   * @throws JobSchedulerException if there is a transaction or the message cannot be sent; the job
   *     is then not cancelled. If no answer arrives in time ({@code SCHED-0198}), it may be
   *     cancelled later
   */
  JobReceipt cancelAndWait(JobKey key, Duration timeout);

  /**
   * Begins a job batch: jobs that belong together, and jobs that wait for the end of all of them.
   *
   * <pre>{@code
   * JobBatch batch = scheduler.batch("import-4711");
   * rows.forEach(row -> batch.add(JobRequest.on("import").text(row)));
   * batch.then(JobRequest.on("report")).close();
   * }</pre>
   *
   * @param id which no other batch has
   */
  default JobBatch batch(String id) {
    return new JobBatch(this, id);
  }

  /**
   * Closes a job batch whose members were registered by {@link JobRequestBuilder#batch}, maybe by
   * several callers: it ends when so many members have ended. {@link JobBatch#close} does the same.
   *
   * @param size the number of its members, 0 to {@link WireContract#MAX_BATCH_SIZE}
   * @throws JobSchedulerException if the message cannot be sent; the batch is then not closed
   */
  void closeBatch(String id, int size);

  /**
   * The same for a batch that waits for its members longer, or less long, than a day.
   *
   * @param timeout {@code PT1S} to {@code P366D} from now on; the batch ends without the members
   *     that do not come in time, and has failed
   */
  void closeBatch(String id, int size, Duration timeout);

  /**
   * Begins an expectation: a job that is due unless {@link #fulfil} comes first.
   *
   * <pre>{@code
   * scheduler.expect("4711").within(Duration.ofMinutes(30)).otherwise("payment-missing");
   * }</pre>
   *
   * @param jobId the business identification of the expected event, unique within the queue of
   *     {@link Expectation#otherwise}
   */
  default Expectation expect(String jobId) {
    return new Expectation(this, jobId);
  }

  /**
   * Fulfils an expectation: cancels the job of {@link Expectation#otherwise} unless it has been
   * dispatched. {@link #cancelAndWait} does the same and reports which event came first.
   *
   * @param expectation as {@link Expectation#otherwise} has returned it
   * @throws JobSchedulerException if the message cannot be sent; the expectation then still waits
   */
  default void fulfil(JobKey expectation) {
    cancel(expectation);
  }
}
