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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.naming.NamingException;

/**
 * Processes many small jobs in one transaction: the message that started a message-driven bean, and
 * further messages that wait in its queue. The container commits once.
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
 * <p>If one job fails, the whole batch rolls back, and the broker redelivers all its jobs, as after
 * any failure of a message-driven bean. A redelivered job is processed alone, or as the last job of
 * a batch, so that after one failure only the failing job fails again. The other jobs have used up
 * one delivery: the queue must allow at least two.
 *
 * <p>{@link #run(Message, BiConsumer)} also passes the execution of each job, for reports of
 * tracked jobs. They are sent together at the end of the batch.
 *
 * <p>Jobs of a group are processed one at a time, in the broker's order; {@code JobDrain} does not
 * make them faster.
 *
 * <p>Immutable.
 */
public final class JobDrain {

  /**
   * The broker assigns a group to one consumer until that consumer is closed. The drain's consumer
   * is closed before the commit, so the next job of the group could run elsewhere at the same time.
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
   * A drain with at most 500 jobs per transaction, which receives no further job after half a
   * second.
   *
   * @param connectionFactory of the container, with XA, for the broker that delivers to the
   *     message-driven bean; its login needs permission to read the worker queue
   */
  public static JobDrain of(ConnectionFactory connectionFactory) {
    return new JobDrain(
        Objects.requireNonNull(connectionFactory, "connectionFactory"),
        500,
        Duration.ofMillis(500));
  }

  /**
   * Returns a copy with another maximum number of jobs in one transaction.
   *
   * @throws IllegalArgumentException if {@code jobs} is less than 1
   */
  public JobDrain atMost(int jobs) {
    requireAtLeast("jobs", jobs, 1);
    return new JobDrain(connectionFactory, jobs, maxTime);
  }

  /**
   * Returns a copy with another time after which no further job is received. A job that is running
   * then continues to its end. Keep the time well below the transaction timeout.
   *
   * @throws IllegalArgumentException if {@code time} is negative
   */
  public JobDrain within(Duration time) {
    requireAtLeast("time", time, Duration.ZERO);
    return new JobDrain(connectionFactory, maxJobs, time);
  }

  /**
   * Processes the first job and then, one after the other, the jobs that wait behind it, in the
   * caller's transaction. Receives no further job once the transaction is marked for rollback.
   *
   * @param first the message that the container passed to {@code onMessage}
   * @param work processes one job; an exception rolls the transaction back and is rethrown
   * @return number of processed jobs
   * @throws JobSchedulerException if there is no transaction, a message is not from the scheduler,
   *     or the queue cannot be read; the transaction is rolled back
   */
  public int run(Message first, Consumer<JobDelivery> work) {
    return run(first, (job, execution) -> work.accept(job));
  }

  /**
   * The same for work that reports: reports of start and end of all jobs are sent together after
   * the last job, in the transaction.
   *
   * @param work processes one job, and reports to its execution
   */
  public int run(Message first, BiConsumer<JobDelivery, Execution> work) {
    TransactionSynchronizationRegistry transaction = transaction();
    boolean done = false;
    try {
      int jobs = new Run(transaction, work).all(first);
      done = true;
      return jobs;
    } catch (JMSException | JMSRuntimeException e) {
      throw new JobSchedulerException(
          "SCHED-0005 cannot receive further jobs from the queue of this worker; the broker redelivers the jobs of this batch: "
              + e.getMessage(),
          e);
    } finally {
      // Whatever the caller, or the annotations of the exception, make of it
      if (!done) {
        transaction.setRollbackOnly();
      }
    }
  }

  private static <T extends Comparable<T>> void requireAtLeast(String name, T value, T least) {
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "SCHED-0006 %s is %s but must be at least %s".formatted(name, value, least));
    }
  }

  private static TransactionSynchronizationRegistry transaction() {
    try {
      TransactionSynchronizationRegistry transaction = CallerTransaction.lookUp();
      if (transaction.getTransactionStatus() == Status.STATUS_NO_TRANSACTION) {
        throw new JobSchedulerException(
            "SCHED-0004 jobs can be drained only in a transaction: use a container-managed transaction for onMessage (transaction attribute REQUIRED)");
      }
      return transaction;
    } catch (NamingException e) {
      throw new JobSchedulerException(
          "SCHED-0008 only a message-driven bean can drain jobs, on the container's thread: "
              + e.getMessage(),
          e);
    }
  }

  /** One transaction. */
  private final class Run {

    private final TransactionSynchronizationRegistry transaction;
    private final BiConsumer<JobDelivery, Execution> work;
    private final ReportBatch reports = new ReportBatch(connectionFactory);
    private final Allowance allowance = new Allowance(maxJobs, maxTime, System::nanoTime);

    Run(TransactionSynchronizationRegistry transaction, BiConsumer<JobDelivery, Execution> work) {
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
      reports.send();
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
      work.accept(JobDelivery.of(message), Execution.of(message, connectionFactory, reports));
    }

    private boolean takesMore() {
      return allowance.isLeft() && !transaction.getRollbackOnly();
    }
  }
}
