package org.goodtiming.scheduler.metrics;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of queues under which numbers are counted: the first ones by their names, the rest
 * together.
 */
public final class QueueLabels {

  private static final String OTHER = "other";

  private final Set<String> names = new HashSet<>();
  private final int limit;

  /**
   * @param limit number of queues that are counted by their names
   */
  public QueueLabels(int limit) {
    this.limit = limit;
  }

  /**
   * @param queue of the allow-list
   */
  public String of(String queue) {
    if (!queue.equals(OTHER) && names.size() < limit) {
      names.add(queue);
    }
    return known(queue);
  }

  /** The label for a name from a message, which does not count towards the limit. */
  public String known(@Nullable String queue) {
    return queue != null && names.contains(queue) ? queue : OTHER;
  }
}
