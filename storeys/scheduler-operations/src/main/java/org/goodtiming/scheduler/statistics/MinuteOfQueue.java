package org.goodtiming.scheduler.statistics;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The minute and the queue that a row of the statistics describes.
 *
 * @param minute by the database's clock; null while the node does not know that clock
 */
record MinuteOfQueue(@Nullable Instant minute, String queue) {

  MinuteOfQueue orIn(Instant otherwise) {
    return minute == null ? new MinuteOfQueue(otherwise, queue) : this;
  }
}
