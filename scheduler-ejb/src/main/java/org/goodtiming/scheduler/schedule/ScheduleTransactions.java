package org.goodtiming.scheduler.schedule;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Puts a container transaction around each batch of waiting runs that are changed. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ScheduleTransactions {

  private @Inject MovedRuns moved;
  private @Inject ReleasedRuns released;
  private @Inject FilledRuns filled;

  /** The number of schedules that were planned again. */
  public int move(int most) {
    return moved.move(most);
  }

  /** How many runs were changed as their definitions have. */
  public int fill(int most) {
    return filled.fill(most);
  }

  /** Lets runs go whose last run has ended. */
  public void release(int most) {
    released.release(most);
  }
}
