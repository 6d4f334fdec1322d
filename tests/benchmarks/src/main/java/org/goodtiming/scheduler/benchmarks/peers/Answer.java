package org.goodtiming.scheduler.benchmarks.peers;

import java.util.Locale;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.report.Sample.Outcome;

/**
 * What a contender says of a command that is measured: {@link #BEGIN}, a line like this one, and
 * {@link #READY} as after any command.
 */
record Answer(Outcome outcome, Lateness lateness) {
  static final String BEGIN = "begin";
  static final String END = "end";
  static final String READY = "ready";

  String format() {
    return String.format(
        Locale.ROOT,
        "%s %d %d %d %d %.6f %.3f %.3f %.3f %.3f %.3f",
        END,
        outcome.jobs(),
        outcome.done(),
        outcome.twice(),
        outcome.early(),
        outcome.seconds(),
        lateness.min(),
        lateness.p50(),
        lateness.p95(),
        lateness.p99(),
        lateness.max());
  }

  static Answer parse(String line) {
    var parts = line.split(" ");
    return new Answer(
        new Outcome(
            Integer.parseInt(parts[1]),
            Integer.parseInt(parts[2]),
            Integer.parseInt(parts[3]),
            Integer.parseInt(parts[4]),
            Double.parseDouble(parts[5])),
        new Lateness(
            Double.parseDouble(parts[6]),
            Double.parseDouble(parts[7]),
            Double.parseDouble(parts[8]),
            Double.parseDouble(parts[9]),
            Double.parseDouble(parts[10])));
  }
}
