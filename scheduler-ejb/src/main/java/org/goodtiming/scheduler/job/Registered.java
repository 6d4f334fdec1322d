package org.goodtiming.scheduler.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a registration.
 *
 * @param dueAt when the waiting job is due by database time; null if none waits
 */
public record Registered(NewJob job, Outcome outcome, @Nullable Instant dueAt) {

  public enum Outcome {
    /** A new job waits. */
    ACCEPTED,
    /** The waiting job was replaced. */
    REPLACED,
    /** A job waited already and was left as it is, as asked. */
    KEPT,
    /** A job waited already, and the registrant wanted none. */
    REJECTED,
    /** A later intent (replace or cancel) came first; this one changes nothing. */
    OVERTAKEN
  }
}
