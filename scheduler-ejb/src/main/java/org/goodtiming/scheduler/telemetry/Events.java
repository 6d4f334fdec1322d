package org.goodtiming.scheduler.telemetry;

/** Where the core tells what it does. Never fails, and never waits for a listener. */
@FunctionalInterface
public interface Events {

  void tell(Event event);
}
