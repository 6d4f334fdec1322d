package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Does many small jobs in one transaction: the message that started a message-driven bean, and what
 * else waits in its queue. The container commits once.
 *
 * <pre>{@code
 * @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
 * private ConnectionFactory connectionFactory;
 *
 * public void onMessage(Message first) {
 *   JobDrain.of(connectionFactory).run(first, job -> remind(job.jobId()));
 * }
 * }</pre>
 *
 * <p>If one job fails, none of its batch is done: the transaction rolls back, and the broker
 * delivers all of them again, as after any failure of a message-driven bean. A job that is
 * delivered again is taken alone or as the last of a batch, so that after one failure only the
 * culprit fails again. The others have then used up one delivery more: let the queue allow at least
 * two.
 *
 * <p>Jobs of a group are taken singly and in the broker's order; nothing is gained for them.
 *
 * <p>Immutable.
 */
public final class JobDrain {

  /**
   * The broker gives a group to one consumer until that is closed, and ours is closed before the
   * commit: the next of the group would be done elsewhere beside it.
   */
  private static final String NOT_OF_A_GROUP = "JMSXGroupID IS NULL";

  private final ConnectionFactory connectionFactory;
  private final int maxJobs;
  private final Duration maxTime;

  private JobDrain(ConnectionFactory connectionFactory, int maxJobs, Duration maxTime) {
    this.connectionFactory = connectionFactory;
    this.maxJobs = maxJobs;
    this.maxTime = maxTime;
  }

  /**
   * A drain of at most 500 jobs a transaction, which takes no further one after half a second.
   *
   * @param connectionFactory of the container, with XA, on the broker that delivers to the
   *     message-driven bean; its login must be allowed to read the worker queue
   */
  public static JobDrain of(ConnectionFactory connectionFactory) {
    return new JobDrain(
        Objects.requireNonNull(connectionFactory, "connectionFactory"),
        500,
        Duration.ofMillis(500));
  }

  /**
   * The same with another number of jobs in one transaction.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public JobDrain atMost(int jobs) {
    if (jobs < 1) {
      throw new IllegalArgumentException("SCHED-0006 jobs is " + jobs + " but must be at least 1");
    }
    return new JobDrain(connectionFactory, jobs, maxTime);
  }

  /**
   * The same with another time after which no further job is taken; the one that is being done then
   * takes as long as it takes. Keep it well below the transaction timeout.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public JobDrain within(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(
          "SCHED-0006 time is " + time + " but must not be negative");
    }
    return new JobDrain(connectionFactory, maxJobs, time);
  }

  /**
   * Does the first job and, one after the other, those that wait behind it, in the caller's
   * transaction. Takes no more once that is marked for rollback.
   *
   * @param first what the container gave to {@code onMessage}
   * @param work does one job; whatever it throws rolls the transaction back, and is passed on
   * @return how many jobs were done
   * @throws JobSchedulerException if there is no transaction, a message does not come from the
   *     scheduler, or the queue cannot be read; the transaction is rolled back
   */
  public int run(Message first, Consumer<JobDelivery> work) {
    TransactionSynchronizationRegistry transaction = transaction();
    boolean done = false;
    try {
      int jobs = new Run(transaction, work).all(first);
      done = true;
      return jobs;
    } catch (JMSException | JMSRuntimeException e) {
      throw new JobSchedulerException(
          "SCHED-0005 cannot take further jobs from the queue of this worker, the broker delivers those of this batch again: "
              + e.getMessage(),
          e);
    } finally {
      // Whatever the caller, or the annotations of the exception, make of it
      if (!done) {
        transaction.setRollbackOnly();
      }
    }
  }

  @SuppressWarnings("BanJNDI") // The platform's own name, and no value of anybody's
  private static TransactionSynchronizationRegistry transaction() {
    try {
      TransactionSynchronizationRegistry transaction =
          InitialContext.doLookup("java:comp/TransactionSynchronizationRegistry");
      if (transaction.getTransactionStatus() == Status.STATUS_NO_TRANSACTION) {
        throw new JobSchedulerException(
            "SCHED-0004 jobs can be drained in a transaction only: let the container manage that of onMessage (transaction attribute REQUIRED)");
      }
      return transaction;
    } catch (NamingException e) {
      throw new JobSchedulerException(
          "SCHED-0004 jobs can be drained by a message-driven bean only, on the container's thread: "
              + e.getMessage(),
          e);
    }
  }

  /** One transaction. */
  private final class Run {

    private final TransactionSynchronizationRegistry transaction;
    private final Consumer<JobDelivery> work;
    private final Allowance allowance = new Allowance(maxJobs, maxTime, System::nanoTime);

    Run(TransactionSynchronizationRegistry transaction, Consumer<JobDelivery> work) {
      this.transaction = transaction;
      this.work = work;
    }

    int all(Message first) throws JMSException {
      one(first);
      if (takesMore()) {
        try (JMSContext context = connectionFactory.createContext();
            JMSConsumer queue = context.createConsumer(first.getJMSDestination(), NOT_OF_A_GROUP)) {
          further(queue);
        }
      }
      return allowance.taken();
    }

    private void further(JMSConsumer queue) throws JMSException {
      while (takesMore()) {
        Message next = queue.receiveNoWait();
        if (next == null) {
          return;
        }
        one(next);
      }
    }

    private void one(Message message) throws JMSException {
      allowance.take(message.getJMSRedelivered());
      work.accept(JobDelivery.of(message));
    }

    private boolean takesMore() {
      return allowance.isLeft() && !transaction.getRollbackOnly();
    }
  }
}
