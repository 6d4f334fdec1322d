package org.goodtiming.scheduler.benchmarks;

import java.time.Duration;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.DevStack;

/** Reads how much processor time the stack's processes have used. */
record CpuClock(DevStack stack) {

  /** A reading in microseconds. */
  record Reading(double payara, double artemis, double postgres) {

    CpuPerJob perJobSince(Reading start, long jobs) {
      return new CpuPerJob(
          (payara - start.payara) / jobs,
          (artemis - start.artemis) / jobs,
          (postgres - start.postgres) / jobs);
    }
  }

  Reading read() {
    return new Reading(
        micros(stack.node(1).pid()), micros(stack.broker().pid()), micros(stack.database().pid()));
  }

  private static double micros(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToLong(cpu -> cpu.toNanos() / 1000)
        .sum();
  }
}
