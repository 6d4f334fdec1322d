package org.goodtiming.scheduler.benchmarks;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.DevStack;

/**
 * Reads how much processor time broker, database and one application have used.
 *
 * @param application what works between the other two
 */
public record CpuClock(String application, LongSupplier pid, DevStack stack) {

  /** The first node of a stack is the application. */
  static CpuClock ofNode(DevStack stack) {
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

  /** What was used up to now. */
  public Reading read() {
    return new Reading(
        application,
        micros(processes(pid.getAsLong()).limit(1)),
        micros(processes(stack.broker().pid())),
        micros(processes(stack.database().pid())));
  }

  /** A process and those it has started; the servers of a stack are among those of this JVM. */
  private static Stream<ProcessHandle> processes(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
  }

  private static double micros(Stream<ProcessHandle> processes) {
    return processes
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToLong(cpu -> cpu.toNanos() / 1000)
        .sum();
  }
}
