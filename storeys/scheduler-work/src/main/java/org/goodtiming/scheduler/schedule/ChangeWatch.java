package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;

/**
 * Detects changes of the calendars and definitions that schedules name, and updates the waiting
 * runs.
 */
public final class ChangeWatch implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final String name;
  private final String condition;
  private final String failure;
  private final IntUnaryOperator change;

  private ChangeWatch(String name, String condition, String failure, IntUnaryOperator change) {
    this.name = name;
    this.condition = condition;
    this.failure = failure;
    this.change = change;
  }

  /**
   * @param move moves at most the given number of runs in a transaction, and returns their number
   */
  public static ChangeWatch ofCalendars(IntUnaryOperator move) {
    return new ChangeWatch(
        "calendar-changes",
        CalendarUses.ANY_OUTDATED,
        "SCHED-0642 could not move the next runs of schedules whose calendar has changed; next try in 1 s",
        move);
  }

  /**
   * @param fill changes at most the given number of runs in a transaction, and returns their number
   */
  public static ChangeWatch ofDefinitions(IntUnaryOperator fill) {
    return new ChangeWatch(
        "definition-changes",
        RunFiller.ANY_OUTDATED,
        "SCHED-0645 could not pass changed definitions on to the waiting runs of their schedules; next try in 1 s",
        fill);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(name, INTERVAL, failure);
  }

  @Override
  public String condition() {
    return condition;
  }

  @Override
  public void run() {
    Portions.repeat(change::applyAsInt);
  }
}
