package org.goodtiming.scheduler.recurrence;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** CPU time of this thread: other work on the machine does not count. */
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Code that runs for the first times is interpreted, and takes many times as long. */
  private static final int ATTEMPTS = 12;

  private CpuTime() {}

  /**
   * The processor time of the work; the minimum of several attempts if the first exceeds the limit.
   */
  static Duration of(Duration limit, Runnable work) {
    Duration least = of(work);
    for (int i = 1; i < ATTEMPTS && least.compareTo(limit) > 0; i++) {
      Duration again = of(work);
      least = again.compareTo(least) < 0 ? again : least;
    }
    return least;
  }

  private static Duration of(Runnable work) {
    long start = THREADS.getCurrentThreadCpuTime();
    work.run();
    return Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
  }
}
