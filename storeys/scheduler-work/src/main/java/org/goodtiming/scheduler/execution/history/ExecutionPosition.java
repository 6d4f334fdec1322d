package org.goodtiming.scheduler.execution.history;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position in a list of executions, by registration, by duration, or by the latest.
 *
 * @param submittedAt or the end or due time, in a list by these
 * @param duration of its attempts; null if the execution has not started or not ended
 */
public record ExecutionPosition(Instant submittedAt, UUID fireId, @Nullable Duration duration) {}
