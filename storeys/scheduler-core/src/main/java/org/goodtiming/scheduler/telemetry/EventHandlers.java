package org.goodtiming.scheduler.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A listener's handlers by kind of event; other kinds are ignored. */
public final class EventHandlers {

  private final Map<Class<? extends Event>, Consumer<Event>> handlers = new HashMap<>();

  public <E extends Event> EventHandlers on(Class<E> kind, Consumer<E> handler) {
    handlers.put(kind, event -> handler.accept(kind.cast(event)));
    return this;
  }

  public void handle(Event event) {
    Consumer<Event> handler = handlers.get(event.getClass());
    if (handler != null) {
      handler.accept(event);
    }
  }
}
