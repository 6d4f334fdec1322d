package org.goodtiming.scheduler.recurrence;

import java.time.Instant;

/** A time of the rule that is not due, or the end of the due times. */
public record Omission(Instant at, String reason) implements Occurrence {}
