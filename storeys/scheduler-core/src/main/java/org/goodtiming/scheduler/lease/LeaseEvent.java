package org.goodtiming.scheduler.lease;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/** The events of the leases. */
public interface LeaseEvent extends Event {

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
