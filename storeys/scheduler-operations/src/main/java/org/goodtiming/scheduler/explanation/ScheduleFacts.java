package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of table schedule.
 *
 * @param pause null if it is not paused
 * @param waiting null if its run waits for no other run and for no turn
 * @param end null if it has further runs
 */
public record ScheduleFacts(
    @Nullable Pause pause, @Nullable Wait waiting, @Nullable End end, Plan plan) {

  /**
   * The planned time of the waiting run.
   *
   * @param spread whether runs are dispatched some time after their planned times
   * @param omissions earlier times at which no run is due
   * @param shift why the planned time is another one by the clock; null if it is not
   */
  public record Plan(boolean spread, List<Omitted> omissions, @Nullable String shift) {

    /** The plan of a schedule whose recurrence explains nothing. */
    public Plan(boolean spread) {
      this(spread, List.of(), null);
    }
  }

  /** A time that a calendar, or a change of the clocks, has left out. */
  public record Omitted(Instant at, String reason) {}

  /**
   * A pause.
   *
   * @param until null if only a resume ends it
   * @param reason of the scheduler; null if people have paused it
   */
  public record Pause(@Nullable Instant until, @Nullable String reason) {

    /** A pause by people. */
    public Pause(@Nullable Instant until) {
      this(until, null);
    }
  }

  /**
   * The waiting run is kept back.
   *
   * @param previousRun fire id of the run that must end first; null if it waits for its turn among
   *     the runs that catch up
   */
  public record Wait(@Nullable UUID previousRun, Instant until) {}

  /** The schedule has no further run. */
  public record End(@Nullable Instant at, @Nullable String reason) {}
}
