package org.goodtiming.scheduler.benchmarks.worker;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.WireContract;

/** Reports the start and the end of each job in the transaction of its message. */
@MessageDriven(
    name = "ReportingListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = ReportingListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class ReportingListener implements MessageListener {

  public static final String QUEUE = "bench.reporting";

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Override
  public void onMessage(Message message) {
    var execution = Execution.of(message, connectionFactory);
    execution.started();
    execution.finished(ExecutionResult.text(JobDelivery.of(message).text()));
  }
}
