package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.goodtiming.scheduler.leader.Batches;
import org.goodtiming.scheduler.leader.LeaderTask;

/** Notices changed calendars, and has the next runs of their schedules moved. */
final class CalendarWatch implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final IntUnaryOperator move;

  /**
   * @param move moves at most so many runs in a transaction, and returns how many
   */
  public CalendarWatch(IntUnaryOperator move) {
    this.move = move;
  }

  @Override
  public String name() {
    return "calendar-changes";
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public String failure() {
    return "SCHED-0642 could not move the next runs of schedules whose calendar has changed; next try in 1 s";
  }

  @Override
  public void run() {
    Batches.repeat(move::applyAsInt);
  }
}
