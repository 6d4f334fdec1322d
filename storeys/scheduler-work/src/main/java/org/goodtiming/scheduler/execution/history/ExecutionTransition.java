package org.goodtiming.scheduler.execution.history;

import java.time.Instant;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.jspecify.annotations.Nullable;

/**
 * A transition of an execution.
 *
 * @param from null for the first one
 * @param at by the database's clock
 * @param node of the scheduler that made it
 */
public record ExecutionTransition(
    @Nullable ExecutionState from,
    ExecutionState to,
    int attempt,
    String node,
    Instant at,
    @Nullable String message) {}
