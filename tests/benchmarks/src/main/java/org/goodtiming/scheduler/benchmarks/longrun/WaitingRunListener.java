package org.goodtiming.scheduler.benchmarks.longrun;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CancellationException;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.RunContext;

/**
 * Begins a long run for each job, which waits for its cancel and ends with the time at which it saw
 * it, in microseconds.
 */
@MessageDriven(
    name = "WaitingRunListener",
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WaitingRunListener.QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class WaitingRunListener implements MessageListener {

  public static final String QUEUE = "bench.long-running";

  /** The progress of a run that has a thread. */
  public static final int WAITING = 1;

  /** How often a run asks whether it is cancelled. */
  public static final Duration INTERVAL = Duration.ofMillis(100);

  @EJB private WaitingRuns runs;

  @Override
  public void onMessage(Message message) {
    runs.jobs().run(message, WaitingRunListener::awaitCancel);
  }

  private static ExecutionResult awaitCancel(RunContext run) throws InterruptedException {
    run.progress(WAITING, null);
    while (!run.cancelled()) {
      Thread.sleep(INTERVAL.toMillis());
    }
    throw new CancellationException(
        Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())));
  }
}
