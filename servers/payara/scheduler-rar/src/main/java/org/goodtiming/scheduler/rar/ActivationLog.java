package org.goodtiming.scheduler.rar;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;

/**
 * Tells an operator why a bean does not get the messages of its queue: at once, and then once a
 * minute.
 */
final class ActivationLog {

  private static final Logger LOG = System.getLogger(ActivationLog.class.getName());
  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

  private final String queue;
  private final boolean topic;
  private final LongSupplier nanoTime;
  private int attempts;
  private int unreported;
  private long reportedAt;

  /**
   * @param topic whether it is one, so that no operator creates its queues
   */
  ActivationLog(String queue, boolean topic, LongSupplier nanoTime) {
    this.queue = queue;
    this.topic = topic;
    this.nanoTime = nanoTime;
  }

  /**
   * Reports a failed attempt.
   *
   * @return the failure to throw: Artemis repeats an attempt silently after a failure that reports
   *     a missing queue
   */
  ActiveMQException failed(ActiveMQException failure) {
    boolean missing = isMissing(failure);
    if (!missing && failure.getType() != ActiveMQExceptionType.SECURITY_EXCEPTION) {
      return failure;
    }
    String reason = String.valueOf(failure.getMessage());
    attempts++;
    unreported++;
    if (attempts == 1 || nanoTime.getAsLong() - reportedAt >= BETWEEN_REPORTS.toNanos()) {
      report(missing, reason);
    }
    ActiveMQException silent = new ActiveMQNonExistentQueueException(reason);
    silent.initCause(failure);
    return silent;
  }

  private void report(boolean missing, String reason) {
    if (missing) {
      LOG.log(
          Level.WARNING,
          "SCHED-0075 queue {0} does not exist at the broker, so the bean that reads it gets no messages (attempts since the last report: {1}). It is tried again until somebody creates the queue; goodtiming queue create {0} prints the command: {2}",
          queue,
          Integer.toString(unreported),
          reason);
    } else {
      LOG.log(
          Level.WARNING,
          "SCHED-0076 the broker does not let this server read {0}, so the bean that reads it gets no messages (attempts since the last report: {1}). It is tried again until the login of the bean or of the resource adapter is right, and its role has the permissions: {2}",
          queue,
          Integer.toString(unreported),
          reason);
    }
    unreported = 0;
    reportedAt = nanoTime.getAsLong();
  }

  void succeeded() {
    if (attempts > 0) {
      LOG.log(
          Level.INFO,
          "SCHED-0078 the bean that reads queue {0} gets messages; failed attempts before: {1}",
          queue,
          Integer.toString(attempts));
    }
    attempts = 0;
    unreported = 0;
  }

  /** A broker that creates queues on demand refuses that to most logins. */
  private boolean isMissing(ActiveMQException failure) {
    return failure.getType() == ActiveMQExceptionType.QUEUE_DOES_NOT_EXIST
        || !topic
            && failure.getType() == ActiveMQExceptionType.SECURITY_EXCEPTION
            && String.valueOf(failure.getMessage()).contains("permission='CREATE_");
  }
}
