package org.goodtiming.sample.worker;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;

/**
 * The worker of queue {@code always-fails}: shows redelivery with backoff and, after the broker's
 * last attempt, the dead-letter queue.
 */
@ApplicationScoped
public class AlwaysFailing {

  private static final System.Logger LOG = System.getLogger(AlwaysFailing.class.getName());

  @JobHandler(queue = "always-fails")
  public void fail(JobDelivery job) {
    LOG.log(
        WARNING,
        "always-fails: delivery {0} of job {1} fails on purpose",
        job.deliveryCount(),
        job.jobId());
    throw new FailedOnPurpose();
  }
}
