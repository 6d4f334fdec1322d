package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log in which events say what operators should know. */
public interface OperatorLog {

  /**
   * @param text a code and a text, which is a pattern if there are values
   */
  void log(Level level, String text, @Nullable Object... values);

  default void info(String text, @Nullable Object... values) {
    log(Level.INFO, text, values);
  }

  default void warning(String text, @Nullable Object... values) {
    log(Level.WARNING, text, values);
  }

  /** The previous event of this kind; empty if the event being logged is the first. */
  <E> Optional<E> last(Class<E> kind);
}
