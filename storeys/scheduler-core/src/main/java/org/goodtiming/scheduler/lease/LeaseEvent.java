package org.goodtiming.scheduler.lease;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/** What the leases tell, and the duties of the node. */
public interface LeaseEvent extends Event {

  /** A node has started, and has no duties before it has read them. */
  record DutiesUnread() implements LeaseEvent {
    @Override
    public void measure(Meters meters) {
      new DutiesChanged("", false, false).measure(meters);
    }
  }

  /** A node has read that it has other duties than before. */
  record DutiesChanged(String node, boolean dispatches, boolean registers) implements LeaseEvent {
    @Override
    public void log(OperatorLog log) {
      log.info(
          "SCHED-0092 by its duties, node {0} {1} and {2}; a drained node takes nothing new until it is resumed",
          node,
          dispatches ? "may lead partitions" : "leads no partition",
          registers ? "registers jobs" : "takes no registrations");
    }

    @Override
    public void measure(Meters meters) {
      Map.of("dispatch", dispatches, "registration", registers)
          .forEach(
              (duty, has) ->
                  meters.set(
                      "scheduler.node.duty",
                      "1 if the node has the duty, 0 if an operator has taken it away",
                      has ? 1 : 0,
                      Map.of("duty", duty)));
    }
  }

  /** A node hands a partition over, because the other is preferred or leads fewer. */
  record LeaseHandedOver(String partition, String node, String to) implements LeaseEvent {
    @Override
    public void log(OperatorLog log) {
      log.info(
          "SCHED-0097 node {0} hands partition {1} over to node {2}, which is preferred or leads fewer partitions",
          node, partition, to);
    }
  }

  record LeaseGained(String partition, String node, long epoch, String reason)
      implements LeaseEvent {
    @Override
    public void log(OperatorLog log) {
      log.info(
          "SCHED-0302 node {0} took over the lease of partition {1}, epoch {2}: {3}",
          node, partition, epoch, reason);
    }

    @Override
    public void measure(Meters meters) {
      meters.count(
          "scheduler.takeovers",
          "How often this node took over the lease of a partition",
          1,
          Map.of("partition", partition));
    }
  }

  /**
   * @param holder of the lease now; null if it was released
   * @param holderEpoch of the holder, or of the node that released it
   */
  record LeaseLost(
      String partition, String node, long epoch, @Nullable String holder, long holderEpoch)
      implements LeaseEvent {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0303 node {0} lost the lease of partition {1}, epoch {2}: {3}",
          node,
          partition,
          epoch,
          holder == null
              ? "it has no holder now; it was released in epoch " + holderEpoch
              : "node %s holds it now, epoch %d".formatted(holder, holderEpoch));
    }
  }
}
