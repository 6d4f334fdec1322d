package org.goodtiming.scheduler.lifecycle;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/**
 * Events were posted to a webhook, or given up.
 *
 * @param outcome accepted, failed, given-up, or paused by the answer of the receiver
 * @param events how many; only several if they are given up
 * @param error null if it was accepted
 */
public record WebhookTried(String webhook, String outcome, int events, @Nullable String error)
    implements Event {

  @Override
  public void log(OperatorLog log) {
    if (outcome.equals("given-up") && events > 0) {
      log.warning(
          "SCHED-0043 webhook {0} never gets {1} of the events that waited for it: {2}",
          webhook, Integer.toString(events), error);
    } else if (outcome.equals("paused")) {
      log.warning("SCHED-0074 webhook {0} is paused: {1}", webhook, error);
    }
  }

  @Override
  public void measure(Meters meters) {
    meters.count(
        "scheduler.webhook.posts",
        "Lifecycle events that a webhook has accepted, failed to accept, or never gets, and pauses by its receiver",
        events,
        Map.of("webhook", webhook, "outcome", outcome));
  }
}
