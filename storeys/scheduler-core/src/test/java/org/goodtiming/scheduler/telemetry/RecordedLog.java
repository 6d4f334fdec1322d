package org.goodtiming.scheduler.telemetry;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;

/** A logger that keeps what it is given: a line each, and a mark at one that has a stack trace. */
public final class RecordedLog implements System.Logger {

  private final List<String> lines = new ArrayList<>();

  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public String getName() {
    return "recorded";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public synchronized void log(
      Level level, ResourceBundle bundle, String message, Throwable thrown) {
    lines.add(level + " " + message + (thrown == null ? "" : " [trace]"));
  }

  @Override
  public synchronized void log(
      Level level, ResourceBundle bundle, String format, Object... parameters) {
    lines.add(
        level + " " + (parameters == null ? format : MessageFormat.format(format, parameters)));
  }
}
