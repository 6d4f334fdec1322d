package org.goodtiming.scheduler.telemetry;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of queues as labels of metrics: the first 200 by their names, the rest together. */
final class QueueLabels {

  static final int MOST = 200;
  static final String OTHER = "other";

  private final Set<String> names = new HashSet<>();

  /**
   * @param queue of the allow-list
   */
  String of(String queue) {
    if (names.size() < MOST) {
      names.add(queue);
    }
    return known(queue);
  }

  /** For a name from a message: it does not count towards the limit. */
  String known(@Nullable String queue) {
    return queue != null && names.contains(queue) ? queue : OTHER;
  }
}
