package org.goodtiming.scheduler.telemetry;

/** A committed action of the scheduler, as plain values. */
public interface Event {

  /** Logs the event for operators. */
  default void log(OperatorLog log) {}

  /** Changes the metrics that are about it. */
  default void measure(Meters meters) {}
}
