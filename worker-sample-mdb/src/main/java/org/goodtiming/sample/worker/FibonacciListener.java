package org.goodtiming.sample.worker;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The worker of queue {@code fibonacci}: work that may take longer than a transaction. */
@MessageDriven(
    name = "FibonacciListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "fibonacci"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class FibonacciListener implements MessageListener {

  @EJB private LongRuns runs;

  @Override
  public void onMessage(Message message) {
    runs.jobs().run(message, Fibonacci::compute);
  }
}
