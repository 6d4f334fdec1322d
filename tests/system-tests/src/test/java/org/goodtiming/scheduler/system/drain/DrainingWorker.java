package org.goodtiming.scheduler.system.drain;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.UUID;
import org.goodtiming.scheduler.api.Execution;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobDrain;
import org.goodtiming.scheduler.api.JobSchedulerException;
import org.goodtiming.scheduler.api.WireContract;

/** Does what the text of a job says, ten jobs a transaction, and leaves traces in the database. */
@MessageDriven(
    name = "DrainingWorker",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "test.drain"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
    })
public class DrainingWorker implements MessageListener {

  /** Characters of a large result. */
  public static final int MUCH = 400_000;

  @Resource private MessageDrivenContext bean;

  @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
  private ConnectionFactory workers;

  /** May send registrations, and may not read this queue. */
  @Resource(lookup = WireContract.CONNECTION_FACTORY)
  private ConnectionFactory registrars;

  @Inject private Traces traces;

  @Override
  public void onMessage(Message first) {
    String batch = UUID.randomUUID().toString();
    boolean stranger = JobDelivery.of(first).text().equals("read as a registrar");
    try {
      JobDrain.of(stranger ? registrars : workers)
          .atMost(10)
          .run(first, (job, execution) -> work(batch, job, execution));
    } catch (JobSchedulerException e) {
      traces.failed(batch, e.getMessage());
      throw e;
    }
  }

  private void work(String batch, JobDelivery job, Execution execution) {
    execution.started();
    traces.begun(batch, job.jobId(), job.deliveryCount());
    switch (job.text()) {
      case "fail" -> throw new FailsOnPurpose();
      case "roll back" -> bean.setRollbackOnly();
      case "take long" -> traces.takeLong();
      default -> {}
    }
    traces.done(batch, job.jobId());
    int length = job.text().equals("report much") ? MUCH : 0;
    execution.finished(ExecutionResult.text("x".repeat(length)));
  }
}
