package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import org.goodtiming.scheduler.job.Claim;

/** Measures how long a batch takes from its turn to commit until its transaction has ended. */
final class CommitWatch implements JobDispatch.Overlap {

  private final JobDispatch.Overlap overlap;
  private long turn = System.nanoTime();

  CommitWatch(JobDispatch.Overlap overlap) {
    this.overlap = overlap;
  }

  @Override
  public void claimed(Claim claim) {
    overlap.claimed(claim);
  }

  @Override
  public void awaitTurn() {
    overlap.awaitTurn();
    turn = System.nanoTime();
  }

  Duration commit() {
    return Duration.ofNanos(System.nanoTime() - turn);
  }
}
