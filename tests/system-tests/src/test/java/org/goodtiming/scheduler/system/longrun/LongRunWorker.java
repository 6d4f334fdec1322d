package org.goodtiming.scheduler.system.longrun;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.goodtiming.scheduler.api.DoNotRetryException;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.RetryAtException;
import org.goodtiming.scheduler.api.RunContext;

/** Begins a long run that does what the text of its job says. */
@MessageDriven(
    name = "LongRunWorker",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "test.long"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
    })
public class LongRunWorker implements MessageListener {

  @EJB private LongRuns runs;

  @Resource private MessageDrivenContext bean;

  @Override
  public void onMessage(Message message) {
    runs.jobs().run(message, LongRunWorker::work);
    if (JobDelivery.of(message).text().equals("roll back")) {
      bean.setRollbackOnly();
    }
  }

  private static ExecutionResult work(RunContext run) {
    run.log("begins at " + run.checkpoint());
    run.checkpoint("{\"attempt\": %d}".formatted(run.attempt()));
    switch (run.job().text()) {
      case "fail for good" -> throw new DoNotRetryException("no such order");
      case "fail until later" -> failFirst(run);
      case "fail" -> throw new IllegalStateException("no such order");
      case "wait for a second attempt" -> waitWhileFirst(run);
      default -> {}
    }
    return ExecutionResult.text("result of attempt " + run.attempt());
  }

  private static void failFirst(RunContext run) {
    if (run.attempt() == 1) {
      throw new RetryAtException(Instant.now().plusSeconds(1), "closed");
    }
  }

  /**
   * Only here the notes come before the end: a report just before the last one may be stored after
   * it by the other node, and changes nothing then.
   */
  private static void waitWhileFirst(RunContext run) {
    if (run.attempt() == 1) {
      run.progress(50, "attempt 1");
    }
    while (run.attempt() == 1 && !run.cancelled()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
