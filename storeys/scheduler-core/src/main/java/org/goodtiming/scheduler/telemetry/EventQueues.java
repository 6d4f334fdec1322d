package org.goodtiming.scheduler.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** Passes events to each listener, each with its own queue and thread. */
final class EventQueues implements Events, AutoCloseable {

  private final List<EventQueue> queues = new ArrayList<>();

  public EventQueues(Iterable<? extends EventListener> listeners, ThreadFactory threads) {
    for (EventListener listener : listeners) {
      EventQueue queue = new EventQueue(listener);
      queues.add(queue);
      queue.start(threads);
    }
  }

  @Override
  public void tell(Event event) {
    queues.forEach(queue -> queue.offer(event));
  }

  /** Waits a moment for each listener to handle the events that are queued. */
  @Override
  public void close() {
    queues.forEach(EventQueue::close);
  }
}
