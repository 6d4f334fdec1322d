package org.goodtiming.scheduler.operations.cluster;

import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.OperatorLog;

/** A node hands a partition over, because the other is preferred or leads fewer. */
record LeaseHandedOver(String partition, String node, String to) implements Event {
  @Override
  public void log(OperatorLog log) {
    log.info(
        "SCHED-0097 node {0} hands partition {1} over to node {2}, which is preferred or leads fewer partitions",
        node, partition, to);
  }
}
