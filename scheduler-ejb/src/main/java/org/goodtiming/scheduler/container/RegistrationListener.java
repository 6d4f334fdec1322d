package org.goodtiming.scheduler.container;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.intake.Intake;

/**
 * Started by one registration; consumes further registrations in the same XA transaction and stores
 * them together, in one session while there is no backlog. User and password are those of the
 * resource adapter.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WireContract.REGISTRATION_QUEUE),
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
public class RegistrationListener implements MessageListener {

  @Inject
  @Named(WireContract.REGISTRATION_QUEUE)
  private Intake intake;

  @Inject private OverflowConsumers overflowConsumers;
  @Inject private FillTime fillTime;

  @Override
  public void onMessage(Message trigger) {
    overflowConsumers.beginWhileThisIsSlow();
    intake.take(trigger, fillTime.ofNextBatch(), overflowConsumers::beginOne);
  }
}
