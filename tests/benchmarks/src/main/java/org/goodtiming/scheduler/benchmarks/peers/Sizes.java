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
 * @param recurring how many recurring jobs are due at once, for all contenders the same, and
 *     nothing else is measured; 0: as many as fit the expected pace
 */
public record Sizes(
    int warmUps,
    int rounds,
    double roundSeconds,
    int latenessSeconds,
    int latenessRounds,
    int waiting,
    int recurring) {
  /** About half an hour for all contenders. */
  public static final Sizes QUICK = new Sizes(2, 3, 1, 20, 1, 20_000, 0);

  /** About one hour and a half. */
  public static final Sizes FULL = new Sizes(2, 5, 5, 60, 3, 1_000_000, 0);

  // More would not fit into the broker's memory beside what waits there.
  private static final int MOST = 100_000;

  // On a machine slower by this factor than expected, rounds are cut short.
  private static final int PATIENCE = 5;

  private static final int COLD_LATENESS_SECONDS = 5;

  // The slowest contender registers recurring jobs at this rate
  private static final int SLOWEST_REGISTRATION = 600;

  /**
   * Two minutes of warm-up and 20,000 jobs or more for each contender that is fast enough; the
   * first rounds, of JVMs that have just started, are kept to be compared with the later ones.
   */
  public static final Sizes WARM = new Sizes(6, 5, 5, 40, 5, 0, 0);

  /** Only recurring jobs, all due at once: a few seconds of them for warm-up, then one round. */
  public static Sizes ofRecurring(int jobs) {
    return new Sizes(2, 1, 1, 0, 0, 0, jobs);
  }

  /** The sizes as a line for the report. */
  public String text() {
    if (recurring > 0) {
      return "%,d recurring jobs due at once, one round of at most %d s after %d warm-up rounds of about %.0f s"
          .formatted(recurring, mostSeconds(), warmUps, roundSeconds);
    }
    var text =
        "%d rounds of about %.0f s for each measure and contender after %d warm-up rounds; lateness over %d s in %d of them"
            .formatted(rounds, roundSeconds, warmUps, latenessSeconds, latenessRounds);
    return waiting == 0 ? text : text + "; then with %,d more jobs waiting".formatted(waiting);
  }

  int jobs(Pace pace, Measure measure, int round) {
    if (recurring > 0 && round > 0) {
      return recurring;
    }
    return measure == Measure.LATENESS
        ? (round > 0 ? latenessSeconds : COLD_LATENESS_SECONDS) * CommandRunner.JOBS_A_SECOND
        : (int) Math.min(MOST, pace.of(measure) * roundSeconds);
  }

  int limitSeconds(Pace pace, int round) {
    int usual = (int) Math.ceil(PATIENCE * roundSeconds);
    if (recurring == 0 || round <= 0) {
      return usual;
    }
    int slow = PATIENCE * recurring / pace.of(Measure.RECURRING);
    return Math.max(usual, Math.min(slow, mostSeconds()));
  }

  /** Seconds in which the slowest contender can register the recurring jobs. */
  private int mostSeconds() {
    return recurring / SLOWEST_REGISTRATION;
  }

  boolean asksFor(Measure measure, int round, boolean withWaiting) {
    if (recurring > 0) {
      return measure == Measure.RECURRING;
    }
    return switch (measure) {
      case REGISTER, REGISTER_BULK -> !withWaiting;
      case DRAIN, RECURRING -> true;
      case LATENESS ->
          (round == 1 - warmUps && !withWaiting) || (round > 0 && round <= latenessRounds);
    };
  }
}
