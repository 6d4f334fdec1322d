package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Logs the events that operators should know. */
public final class EventLog implements EventListener {

  private final Logger log;
  private final Map<Class<?>, Event> last = new HashMap<>();

  public EventLog() {
    this(System.getLogger(EventLog.class.getName()));
  }

  EventLog(Logger log) {
    this.log = log;
  }

  @Override
  public void on(Event event) {
    event.log(this);
    last.put(event.getClass(), event);
  }

  public void info(String text, @Nullable Object... values) {
    log(Level.INFO, text, values);
  }

  public void warning(String text, @Nullable Object... values) {
    log(Level.WARNING, text, values);
  }

  public void error(String text, @Nullable Object... values) {
    log(Level.ERROR, text, values);
  }

  /** The text is a pattern if there are values. */
  private void log(Level level, String text, @Nullable Object... values) {
    if (values.length == 0) {
      log.log(level, text);
    } else {
      log.log(level, text, values);
    }
  }

  /** The event of this kind before the one that is being logged; empty if it is the first. */
  public <E extends Event> Optional<E> last(Class<E> kind) {
    return Optional.ofNullable(last.get(kind)).map(kind::cast);
  }
}
