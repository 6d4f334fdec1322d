package org.goodtiming.scheduler.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What a listener does about each kind of event; nothing about kinds that are not listed. */
final class EventHandlers {

  private final Map<Class<? extends Event>, Consumer<Event>> handlers = new HashMap<>();

  <E extends Event> EventHandlers on(Class<E> kind, Consumer<E> handler) {
    handlers.put(kind, event -> handler.accept(kind.cast(event)));
    return this;
  }

  void handle(Event event) {
    Consumer<Event> handler = handlers.get(event.getClass());
    if (handler != null) {
      handler.accept(event);
    }
  }
}
