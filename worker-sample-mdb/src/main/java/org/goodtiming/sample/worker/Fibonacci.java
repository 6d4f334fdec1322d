package org.goodtiming.sample.worker;

import java.util.concurrent.CancellationException;
import org.goodtiming.scheduler.api.ExecutionResult;
import org.goodtiming.scheduler.api.RunContext;

/** A Fibonacci number, computed recursively on purpose: it takes as long as one wants. */
record Fibonacci(RunContext run) {

  /** Of the number in the job's text. */
  static ExecutionResult compute(RunContext run) {
    int n = Integer.parseInt(run.job().text().strip());
    return ExecutionResult.text(Long.toString(new Fibonacci(run).of(n)));
  }

  private long of(int n) {
    if (run.cancelled()) {
      throw new CancellationException("stopped at a request");
    }
    return n < 2 ? n : of(n - 1) + of(n - 2);
  }
}
