package org.goodtiming.scheduler.telemetry;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** Passes events to each listener, each with its own queue and thread. */
@Singleton
final class EventQueues implements Events {

  private final List<EventQueue> queues = new ArrayList<>();

  @Inject
  EventQueues(Instance<EventListener> listeners, @Named("threads") ThreadFactory threads) {
    this((Iterable<EventListener>) listeners, threads);
  }

  EventQueues(Iterable<? extends EventListener> listeners, ThreadFactory threads) {
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
  @PreDestroy
  void close() {
    queues.forEach(EventQueue::close);
  }
}
