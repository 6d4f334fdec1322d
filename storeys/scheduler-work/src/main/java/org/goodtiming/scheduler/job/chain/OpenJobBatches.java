package org.goodtiming.scheduler.job.chain;

import java.time.Duration;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * The job batches that have not ended.
 *
 * @param oldest since when the first of them was named; zero if there is none
 */
public record OpenJobBatches(int batches, Duration oldest) implements Event {

  @Override
  public void measure(Meters meters) {
    meters.ofLeader("scheduler.open.job.batches", "Job batches that have not ended", batches);
    meters.ofLeader(
        "scheduler.oldest.job.batch.seconds",
        "Age of the oldest job batch that has not ended",
        Meters.seconds(oldest));
  }
}
