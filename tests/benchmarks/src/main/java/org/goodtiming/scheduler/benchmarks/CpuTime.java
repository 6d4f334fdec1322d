package org.goodtiming.scheduler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads how much processor time a process has used, in microseconds since its start. While the
 * process lives, readings never decrease.
 */
public record CpuTime(long pid) {
  private static final int MAX_LOOKS = 1000;

  /** The time of the process without its children. */
  public double alone() {
    var stat = Stat.of(pid);
    return stat == null ? 0 : stat.own();
  }

  /**
   * Of the process and its children, those that have ended included: PostgreSQL has a process for
   * each connection.
   */
  public double withChildren() {
    var before = look();
    for (int looks = 1; looks < MAX_LOOKS; looks++) {
      var now = look();
      if (ended(now).equals(ended(before))) {
        return now.values().stream().mapToDouble(stat -> stat.own() + stat.ended()).sum();
      }
      before = now;
    }
    throw new IllegalStateException(
        "the children of process %d start and end too fast to read their processor time"
            .formatted(pid));
  }

  private Map<Long, Stat> look() {
    var stats = new HashMap<Long, Stat>();
    ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .forEach(
            process -> {
              var stat = Stat.of(process.pid());
              if (stat != null) {
                stats.put(process.pid(), stat);
              }
            });
    return stats;
  }

  // A child that ends hands its time over to its parent and could count twice, or not at all. Two
  // readings with the same children and the same handed-over time exclude that.
  private static Map<Long, Double> ended(Map<Long, Stat> stats) {
    var ended = new HashMap<Long, Double>();
    stats.forEach((pid, stat) -> ended.put(pid, stat.ended()));
    return ended;
  }

  /**
   * Linux's times of a process.
   *
   * @param ended the time of the children that have ended
   */
  record Stat(double own, double ended) {
    // Linux tells it to programs in hundredths of a second, whatever the kernel reckons in.
    private static final double MICROS_A_TICK = 10_000;

    // In /proc/PID/stat, counted from the first field behind the name, which may contain blanks:
    // utime, stime, and cutime, cstime of the children that have ended.
    private static final int OWN = 11;
    private static final int ENDED = 13;

    /** Null if there is no such process any more. */
    static @Nullable Stat of(long pid) {
      try {
        return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
      } catch (IOException e) {
        return null;
      }
    }

    static Stat parse(String stat) {
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return new Stat(micros(fields, OWN), micros(fields, ENDED));
    }

    private static double micros(String[] fields, int first) {
      return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1])) * MICROS_A_TICK;
    }
  }
}
