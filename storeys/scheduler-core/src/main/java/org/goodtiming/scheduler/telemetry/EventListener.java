package org.goodtiming.scheduler.telemetry;

/** Receives the events one after another, in the order in which they were published. */
public interface EventListener {

  void on(Event event);
}
