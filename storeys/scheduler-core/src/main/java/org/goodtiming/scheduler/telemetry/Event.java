package org.goodtiming.scheduler.telemetry;

/** Something that the scheduler has done, as plain values, told after the commit. */
public interface Event {

  /** Logs what operators should know of it. */
  default void log(OperatorLog log) {}

  /** Changes the metrics that are about it. */
  default void measure(Meters meters) {}
}
