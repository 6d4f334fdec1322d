package org.goodtiming.scheduler.recovery;

import java.time.OffsetDateTime;
import java.util.Map;

/**
 * The sessions of the role that stores and dispatches jobs. To be read before the branches that
 * they are compared with.
 *
 * @param readAt when, by the database's clock
 * @param openSince for each node with a session, the start of its oldest open transaction; {@code
 *     readAt} if it has none
 */
record DatabaseSessions(OffsetDateTime readAt, Map<String, OffsetDateTime> openSince) {

  boolean connected(String node) {
    return openSince.containsKey(node);
  }

  /**
   * A transaction that the node began before this instant has ended in the database, or has
   * prepared.
   */
  OffsetDateTime openSince(String node) {
    return openSince.getOrDefault(node, readAt);
  }
}
