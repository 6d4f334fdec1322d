package org.goodtiming.scheduler.schedule;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Puts a container transaction around each batch of waiting runs that are changed. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ScheduleTransactions {

  private @Inject RunMover moved;
  private @Inject RunReleaser released;
  private @Inject RunFiller filled;

  /** The number of schedules that were planned again. */
  public int move(int limit) {
    return moved.move(limit);
  }

  /** How many runs were changed as their definitions have. */
  public int fill(int limit) {
    return filled.fill(limit);
  }

  /** Lets runs go whose last run has ended. */
  public void release(int limit) {
    released.release(limit);
  }
}
