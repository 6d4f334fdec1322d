package org.goodtiming.scheduler.operations.batch;

import org.goodtiming.scheduler.operations.job.Move;
import org.jspecify.annotations.Nullable;

/**
 * A batch operation that an operator asks for.
 *
 * @param move null unless the verb reschedules
 */
public record BatchRequest(BatchVerb verb, @Nullable Move move, BatchFilter filter) {

  /** The part of it in a worker queue. */
  BatchRequest of(String queue) {
    return new BatchRequest(verb, move, filter.of(queue));
  }
}
