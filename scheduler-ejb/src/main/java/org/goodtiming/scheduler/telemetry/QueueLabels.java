package org.goodtiming.scheduler.telemetry;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of queues under which numbers are counted: the first ones by their names, the rest
 * together.
 */
public final class QueueLabels {

  static final String OTHER = "other";

  private final Set<String> names = new HashSet<>();
  private final int most;

  /**
   * @param most number of queues that are counted by their names
   */
  public QueueLabels(int most) {
    this.most = most;
  }

  /**
   * @param queue of the allow-list
   */
  public String of(String queue) {
    if (names.size() < most) {
      names.add(queue);
    }
    return known(queue);
  }

  /** For a name from a message: it does not count towards the limit. */
  public String known(@Nullable String queue) {
    return queue != null && names.contains(queue) ? queue : OTHER;
  }
}
