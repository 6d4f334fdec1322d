package org.goodtiming.scheduler.telemetry;

/** Hears the events one after another, in the order in which they were told. */
public interface EventListener {

  void on(Event event);
}
