package org.goodtiming.scheduler.operations.batch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A batch operation that an operator asks for.
 *
 * @param dueAt the new due time; null unless the verb reschedules
 */
public record BatchRequest(BatchVerb verb, @Nullable Instant dueAt, BatchFilter filter) {}
