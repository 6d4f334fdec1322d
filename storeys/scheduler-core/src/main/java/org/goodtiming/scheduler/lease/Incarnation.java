package org.goodtiming.scheduler.lease;

import java.util.UUID;

/** One start of one node; a restarted node is another incarnation of it. */
record Incarnation(String node, UUID id) {

  public static Incarnation of(String node) {
    return new Incarnation(node, UUID.randomUUID());
  }
}
