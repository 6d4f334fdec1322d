package org.goodtiming.scheduler.benchmarks.peers;

import java.util.Locale;
import org.goodtiming.scheduler.benchmarks.report.Measure;
import org.goodtiming.scheduler.benchmarks.report.Sample;

/** A sample in a line, for whoever watches the run. */
final class Line {
  private Line() {}

  static String of(Sample sample) {
    var trial = sample.trial();
    var outcome = sample.outcome();
    var what =
        trial.measure() == Measure.LATENESS
            ? "p50 %,.1f, p99 %,.1f, max %,.1f ms, %d early, first at %,.1f ms"
                .formatted(
                    sample.lateness().p50(),
                    sample.lateness().p99(),
                    sample.lateness().max(),
                    outcome.early(),
                    sample.lateness().min())
            : "%,.0f jobs/s".formatted(outcome.rate());
    return "%-8s %-13s %-13s %s, %,.0f us/job%s%s"
        .formatted(
            trial.round() < 1 ? "warm-up" : "round " + trial.round(),
            trial.measure().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            trial.contender(),
            what,
            sample.cpu().total(),
            trial.waiting() > 0 ? ", %,d more wait".formatted(trial.waiting()) : "",
            outcome.done() < outcome.jobs()
                ? ", only %,d of %,d".formatted(outcome.done(), outcome.jobs())
                : "");
  }
}
