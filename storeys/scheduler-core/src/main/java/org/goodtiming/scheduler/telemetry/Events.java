package org.goodtiming.scheduler.telemetry;

/** Receives the events of the core. Never fails, and never waits for a listener. */
@FunctionalInterface
public interface Events {

  void tell(Event event);
}
