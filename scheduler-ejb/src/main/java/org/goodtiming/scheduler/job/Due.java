package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;

/** When a job is due: at a moment, or so long after the database has stored it. */
public sealed interface Due {

  record At(Instant moment) implements Due {}

  record After(Duration delay) implements Due {}
}
