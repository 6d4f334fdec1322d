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
import org.goodtiming.scheduler.api.JobDrain;
import org.goodtiming.scheduler.api.WireContract;

/** Reads many jobs in one transaction, and reports start and end of those that are tracked. */
@MessageDriven(
    name = "DrainingListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = DrainingListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class DrainingListener implements MessageListener {

  public static final String QUEUE = "bench.drain";

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Override
  public void onMessage(Message first) {
    JobDrain.of(connectionFactory).run(first, DrainingListener::report);
  }

  private static void report(JobDelivery job, Execution execution) {
    execution.started();
    execution.finished(ExecutionResult.text(job.text()));
  }
}
