package org.goodtiming.scheduler.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.EventListener;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/** Logs the events that operators should know. */
public final class EventLog implements EventListener, OperatorLog {

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

  @Override
  public void log(Level level, String text, @Nullable Object... values) {
    if (values.length == 0) {
      log.log(level, text);
    } else {
      log.log(level, text, values);
    }
  }

  @Override
  public <E> Optional<E> last(Class<E> kind) {
    return Optional.ofNullable(last.get(kind)).map(kind::cast);
  }
}
