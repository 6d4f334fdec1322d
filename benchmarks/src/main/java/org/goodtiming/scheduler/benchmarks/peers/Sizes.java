package org.goodtiming.scheduler.benchmarks.peers;

import org.goodtiming.scheduler.benchmarks.peers.ContenderList.Pace;
import org.goodtiming.scheduler.benchmarks.report.Measure;

/**
 * How much is asked for.
 *
 * @param warmUps rounds before those that count: a JVM that is still compiling uses several times
 *     the processor time
 * @param rounds that count
 * @param roundSeconds how long a round of one contender is to take, by its expected pace
 * @param latenessSeconds over how long due times are spread
 * @param latenessRounds in how many rounds lateness is measured
 * @param waiting how many more jobs wait when all is measured once more; 0: that is left out
 */
public record Sizes(
    int warmUps,
    int rounds,
    double roundSeconds,
    int latenessSeconds,
    int latenessRounds,
    int waiting) {
  /** About five minutes for all contenders. */
  public static final Sizes QUICK = new Sizes(2, 2, 1, 5, 1, 20_000);

  /** About one hour and a half. */
  public static final Sizes FULL = new Sizes(2, 5, 5, 60, 3, 1_000_000);

  // More would not fit into the broker's memory beside what waits there.
  private static final int MOST = 100_000;

  // On a machine so many times slower than expected, rounds are cut short.
  private static final int PATIENCE = 5;

  /** In a line for the report. */
  public String text() {
    return "%d rounds of about %.0f s for each measure and contender after %d warm-up rounds; lateness over %d s in %d of them; then with %,d more jobs waiting"
        .formatted(rounds, roundSeconds, warmUps, latenessSeconds, latenessRounds, waiting);
  }

  int jobs(Pace pace, Measure measure) {
    return measure == Measure.LATENESS
        ? latenessSeconds * CommandRunner.JOBS_A_SECOND
        : (int) Math.min(MOST, pace.of(measure) * roundSeconds);
  }

  int limitSeconds() {
    return (int) Math.ceil(PATIENCE * roundSeconds);
  }

  boolean asksFor(Measure measure, int round, boolean withWaiting) {
    return switch (measure) {
      case REGISTER, REGISTER_BULK -> !withWaiting;
      case DRAIN, RECURRING -> true;
      case LATENESS -> round > 0 && round <= latenessRounds;
    };
  }
}
