package org.goodtiming.scheduler.schedule;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Puts a container transaction around each batch of runs that are moved. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class MovedRunTransactions {

  private @Inject MovedRuns runs;

  /** How many schedules were planned anew. */
  public int move(int most) {
    return runs.move(most);
  }
}
