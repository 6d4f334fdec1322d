package org.goodtiming.scheduler.deadletter;

import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter went to the quarantine.
 *
 * @param queue null if the message does not contain it
 * @param stage of the quarantine
 * @param exhausted whether its tracked run has ended as EXHAUSTED
 */
public record DeadLetterKept(@Nullable String queue, String stage, boolean exhausted)
    implements Event {

  @Override
  public void measure(Meters meters) {
    FailedJobs.countQuarantined(meters, 1, meters.labelOf(queue), stage);
  }
}
