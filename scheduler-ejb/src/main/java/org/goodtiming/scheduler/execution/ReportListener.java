package org.goodtiming.scheduler.execution;

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
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.server.RedeliverAfterFailure;

/**
 * Started by one report; consumes further reports in the same transaction and stores them together.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WireContract.REPORT_QUEUE),
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
public class ReportListener implements MessageListener {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private WorkerReports reports;
  @Inject private CommitMarker marker;
  @Inject private MessageReader messageReader;

  @Override
  public void onMessage(Message first) {
    try (JMSContext context = connectionFactory.createContext()) {
      ReportBatch batch = reports.newBatch(messageReader::read);
      batch.fill(first, context, WireContract.REPORT_QUEUE);
      reports.take(batch);
      marker.leave(context, first);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0808 cannot read a report; it will be redelivered: " + e.getMessage(), e);
    }
  }
}
