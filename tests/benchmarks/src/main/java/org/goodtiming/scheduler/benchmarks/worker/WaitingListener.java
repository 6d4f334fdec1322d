package org.goodtiming.scheduler.benchmarks.worker;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.JobDelivery;

/** Waits in the transaction of each job, as for the answer of another system. */
@MessageDriven(
    name = "WaitingListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WaitingListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class WaitingListener implements MessageListener {

  public static final String QUEUE = "bench.waiting-worker";

  /** How long a job takes. */
  public static final int MILLIS = 5;

  @Override
  public void onMessage(Message message) {
    JobDelivery.of(message);
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the server stops", e);
    }
  }
}
