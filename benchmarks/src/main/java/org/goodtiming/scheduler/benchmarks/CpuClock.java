package org.goodtiming.scheduler.benchmarks;

import java.util.function.LongSupplier;
import org.goodtiming.scheduler.dev.DevStack;

/**
 * Reads how much processor time broker, database and one application have used.
 *
 * @param application what works between the other two
 */
public record CpuClock(String application, LongSupplier pid, DevStack stack) {

  /** The first node of a stack is the application. */
  public static CpuClock ofNode(DevStack stack) {
    return new CpuClock("Payara", () -> stack.node(1).pid(), stack);
  }

  /** This JVM is the application. */
  public static CpuClock ofThisJvm(DevStack stack) {
    return new CpuClock("client", ProcessHandle.current()::pid, stack);
  }

  /** A reading in microseconds. */
  public record Reading(String application, double ofApplication, double artemis, double postgres) {

    /** What was used since an earlier reading. */
    public CpuPerJob perJobSince(Reading start, long jobs) {
      return new CpuPerJob(
          application,
          (ofApplication - start.ofApplication) / jobs,
          (artemis - start.artemis) / jobs,
          (postgres - start.postgres) / jobs);
    }
  }

  /** What was used up to now; of the application alone, for it may have started the servers. */
  public Reading read() {
    return new Reading(
        application,
        new CpuTime(pid.getAsLong()).alone(),
        new CpuTime(stack.broker().pid()).withChildren(),
        new CpuTime(stack.database().pid()).withChildren());
  }
}
