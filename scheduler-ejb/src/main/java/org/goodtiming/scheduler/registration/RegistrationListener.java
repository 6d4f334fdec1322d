package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.server.RedeliverAfterFailure;

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

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private OverflowConsumers overflowConsumers;
  @Inject private RegistrationBatchStore batchStore;
  @Inject private MessageReader messageReader;
  @Inject private FillTime fillTime;

  @Override
  public void onMessage(Message trigger) {
    overflowConsumers.beginWhileThisIsSlow();
    try (JMSContext context = connectionFactory.createContext()) {
      RegistrationBatch batch = batchStore.newBatch(messageReader::read);
      batch.add(trigger);
      batch.fill(context, WireContract.REGISTRATION_QUEUE, fillTime.ofNextBatch());
      if (batch.leavesMore()) {
        overflowConsumers.beginOne();
      }
      batchStore.store(batch, context, trigger);
    } catch (JMSException e) {
      throw RegistrationBatchStore.unreadable(e);
    }
  }
}
