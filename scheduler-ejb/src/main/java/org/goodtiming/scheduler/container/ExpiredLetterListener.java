package org.goodtiming.scheduler.container;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.deadletter.DeadLetterAssembly;
import org.goodtiming.scheduler.intake.Intake;

/** Consumes messages that expired in the broker. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = DeadLetterAssembly.EXPIRED),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
@Interceptors(RedeliverAfterFailure.class)
public class ExpiredLetterListener implements MessageListener {

  @Inject
  @Named(DeadLetterAssembly.EXPIRED)
  private Intake intake;

  @Override
  public void onMessage(Message message) {
    intake.take(message);
  }
}
