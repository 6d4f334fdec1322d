package org.goodtiming.scheduler.background;

import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** Whether the leader tasks of the cluster run on this node. */
public interface LeaderEvent extends Event {

  record LeaderTasksStarted() implements LeaderEvent {}

  /** They no longer run, or not for now. */
  record LeaderTasksStopped() implements LeaderEvent {
    @Override
    public void measure(Meters meters) {
      meters.stopLeading();
    }
  }
}
