package org.goodtiming.scheduler.benchmarks.worker;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.JobDelivery;

/** Reads each job in a transaction of its own, and does nothing with it. */
@MessageDriven(
    name = "SingleListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = SingleListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class SingleListener implements MessageListener {

  public static final String QUEUE = "bench.single";

  @Override
  public void onMessage(Message message) {
    JobDelivery.of(message);
  }
}
