package org.goodtiming.scheduler.system.tracked;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.WireContract;

/** Reports what the text of a job says, in the transaction of its message. */
@MessageDriven(
    name = "TrackedWorker",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = TrackedWorker.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
    })
public class TrackedWorker implements MessageListener {

  public static final String QUEUE = "test.tracked";

  @Resource private MessageDrivenContext bean;

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Override
  public void onMessage(Message message) {
    Execution execution = Execution.of(message, connectionFactory);
    execution.started();
    switch (JobDelivery.of(message).text()) {
      case "text" -> execution.finished(ExecutionResult.text("shipped"));
      case "json" -> execution.finished(ExecutionResult.json("{\"parcels\": 2}"));
      case "bytes" -> execution.finished(ExecutionResult.bytes(new byte[] {0, (byte) 0xff}));
      case "too large" -> execution.finished(ExecutionResult.text("x".repeat(1024 * 1024 + 1)));
      case "fail" -> execution.failed("no such order");
      case "roll back" -> {
        execution.progress(40, "almost");
        execution.finished();
        bean.setRollbackOnly();
      }
      default -> execution.finished();
    }
  }
}
