package org.goodtiming.scheduler.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Reads how much processor time a process and its children have used, those that have ended
 * included: PostgreSQL has a process for each connection.
 */
record CpuTime(long pid) {
  // Linux tells it to programs in hundredths of a second, whatever the kernel reckons in.
  private static final double MICROS_A_TICK = 10_000;

  // In /proc/PID/stat, counted from the first field behind the name, which may contain blanks:
  // utime, stime, and cutime, cstime of the children that have ended.
  private static final int FIRST = 11;
  private static final int LAST = 14;

  /** In microseconds since the start of the process. */
  double micros() {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .mapToDouble(process -> micros(process.pid()))
        .sum();
  }

  private static double micros(long pid) {
    try {
      return micros(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    } catch (IOException e) {
      return 0; // It has ended meanwhile; its parent tells of it from now on
    }
  }

  static double micros(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    double ticks = 0;
    for (int field = FIRST; field <= LAST; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks * MICROS_A_TICK;
  }
}
