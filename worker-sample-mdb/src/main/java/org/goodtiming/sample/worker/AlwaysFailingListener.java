package org.goodtiming.sample.worker;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.JobDelivery;

/**
 * The worker of queue {@code always-fails}: shows redelivery with backoff and, after the broker's
 * last attempt, the dead-letter queue.
 */
@MessageDriven(
    name = "AlwaysFailingListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "always-fails"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class AlwaysFailingListener implements MessageListener {

  private static final System.Logger LOG = System.getLogger(AlwaysFailingListener.class.getName());

  @Override
  public void onMessage(Message message) {
    JobDelivery job = JobDelivery.of(message);
    LOG.log(
        WARNING,
        "always-fails: delivery {0} of job {1} fails on purpose",
        job.deliveryCount(),
        job.jobId());
    throw new FailedOnPurpose();
  }
}
