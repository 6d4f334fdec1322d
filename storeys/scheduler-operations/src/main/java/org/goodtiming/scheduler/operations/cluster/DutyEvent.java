package org.goodtiming.scheduler.operations.cluster;

import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;
import org.goodtiming.scheduler.telemetry.OperatorLog;

/** The events of the watch of the node's duties. */
public interface DutyEvent extends Event {

  /** A node has started, and has no duties before it has read them. */
  record DutiesUnread() implements DutyEvent {
    @Override
    public void measure(Meters meters) {
      new DutiesChanged("", false, false).measure(meters);
    }
  }

  /** A node has read that it has other duties than before. */
  record DutiesChanged(String node, boolean dispatches, boolean registers) implements DutyEvent {
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
}
