package org.goodtiming.scheduler.execution;

import java.time.Instant;
import java.util.UUID;

/** A position in the list of a job's executions, the newest first. */
public record ExecutionPosition(Instant submittedAt, UUID fireId) {}
