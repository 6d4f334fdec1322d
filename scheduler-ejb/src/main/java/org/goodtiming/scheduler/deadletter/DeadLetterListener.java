package org.goodtiming.scheduler.deadletter;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.List;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.server.RedeliverAfterFailure;

/** Consumes messages whose deliveries all failed. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "scheduler.dead"),
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
public class DeadLetterListener implements MessageListener {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private DeadLetters deadLetters;
  @Inject private CommitMarker marker;
  @Inject private MessageReader messageReader;

  @Override
  public void onMessage(Message message) {
    try (JMSContext context = connectionFactory.createContext()) {
      deadLetters.keep(List.of(messageReader.read(message)), DeadLetterType.DEAD);
      marker.leave(context);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0223 cannot read a dead letter; it will be redelivered: " + e.getMessage(), e);
    }
  }
}
