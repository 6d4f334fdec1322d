package org.goodtiming.scheduler.chaos.worker;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.CancellationException;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.RunContext;

/** Begins a long run for each job: the {@link Calculation} in its text. */
@MessageDriven(
    name = "LongRunListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = LongRunListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class LongRunListener implements MessageListener {

  public static final String QUEUE = "chaos.long";

  private static final int STEPS_BETWEEN_REPORTS = 10;

  @EJB private LongRunningWork work;

  @Override
  public void onMessage(Message message) {
    work.jobs().run(message, LongRunListener::calculate);
  }

  private static ExecutionResult calculate(RunContext run) throws InterruptedException {
    var calculation = Calculation.of(run.job().text());
    long value = calculation.seed();
    for (int step = 1; step <= calculation.steps(); step++) {
      if (run.cancelled()) {
        throw new CancellationException("stopped at a request");
      }
      Thread.sleep(Calculation.STEP.toMillis());
      value = Calculation.next(value);
      if (step % STEPS_BETWEEN_REPORTS == 0) {
        run.progress(100 * step / calculation.steps(), "step " + step);
      }
    }
    return ExecutionResult.text(Calculation.resultOf(value, run.attempt()));
  }
}
