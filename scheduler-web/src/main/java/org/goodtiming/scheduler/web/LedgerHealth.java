package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.job.Ledger;
import org.goodtiming.scheduler.job.StoreException;

/**
 * Down while the job ledger does not add up. It counts rows, so an answer is good for a while: the
 * longer it took to find, the longer.
 */
@Readiness
@ApplicationScoped
public class LedgerHealth implements HealthCheck {

  private static final long LEAST_REST = Duration.ofSeconds(10).toNanos();

  /** At most one hundredth of the time is spent on counting. */
  private static final int REST_PER_WORK = 99;

  private @Inject Ledger ledger;

  private long askAgain = System.nanoTime();
  private HealthCheckResponse answer = response().up().build();

  @Override
  public synchronized HealthCheckResponse call() {
    long start = System.nanoTime();
    if (start - askAgain >= 0) {
      answer = ask();
      long end = System.nanoTime();
      askAgain = end + Math.max(LEAST_REST, (end - start) * REST_PER_WORK);
    }
    return answer;
  }

  private HealthCheckResponse ask() {
    try {
      long difference = ledger.difference();
      return response().withData("difference", difference).status(difference == 0).build();
    } catch (StoreException e) {
      return response().withData("problem", e.getMessage()).down().build();
    }
  }

  private static HealthCheckResponseBuilder response() {
    return HealthCheckResponse.named("scheduler-ledger");
  }
}
