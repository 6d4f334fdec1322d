package org.goodtiming.scheduler.background;

import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** Whether the leader tasks of the cluster run on this node. */
public interface LeaderEvent extends Event {

  record LeaderTasksStarted() implements LeaderEvent {}

  /** This node no longer runs the leader's tasks, perhaps only for a time. */
  record LeaderTasksStopped() implements LeaderEvent {
    @Override
    public void measure(Meters meters) {
      meters.stopLeading();
    }
  }
}
