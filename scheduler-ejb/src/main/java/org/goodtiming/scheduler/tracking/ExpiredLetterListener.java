package org.goodtiming.scheduler.tracking;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.quarantine.MessageReader;

/** Takes messages that expired in the broker. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "scheduler.expired"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class ExpiredLetterListener implements MessageListener {

  @Inject private DeadLetters deadLetters;

  @Override
  public void onMessage(Message message) {
    try {
      deadLetters.keep(MessageReader.read(message), Fate.EXPIRED);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0223 cannot read a dead letter, it will be redelivered: " + e.getMessage(), e);
    }
  }
}
