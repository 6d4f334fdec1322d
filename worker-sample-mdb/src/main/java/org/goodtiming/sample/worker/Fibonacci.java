package org.goodtiming.sample.worker;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CancellationException;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.RunContext;

/**
 * The worker of queue {@code fibonacci}: a Fibonacci number, computed recursively on purpose, so
 * that it takes as long as one wants.
 */
@ApplicationScoped
public class Fibonacci {

  @JobHandler(queue = "fibonacci", maxAttempts = 3)
  public String compute(RunContext run, String number) {
    return Long.toString(fibonacci(Integer.parseInt(number.strip()), run));
  }

  private static long fibonacci(int n, RunContext run) {
    if (run.cancelled()) {
      throw new CancellationException("stopped at a request");
    }
    return n < 2 ? n : fibonacci(n - 1, run) + fibonacci(n - 2, run);
  }
}
