package org.goodtiming.scheduler.log;

import java.util.Arrays;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds the code at the beginning of each record of the scheduler as a field, before the handlers of
 * the server get the record.
 */
final class LogCodes extends Handler {

  private static final Pattern CODE = Pattern.compile("SCHED-\\d{4}");

  private static final String FIELD = "Code";

  // A logger without a reference may be collected, with its handlers
  private final Logger scheduler;
  private final SimpleFormatter formatter = new SimpleFormatter();

  LogCodes() {
    this(Logger.getLogger("org.goodtiming.scheduler"));
  }

  LogCodes(Logger scheduler) {
    this.scheduler = scheduler;
  }

  void begin() {
    scheduler.addHandler(this);
  }

  void end() {
    scheduler.removeHandler(this);
  }

  @Override
  public void publish(LogRecord record) {
    Matcher code = CODE.matcher(formatter.formatMessage(record));
    if (code.lookingAt()) {
      add(record, Map.of(FIELD, code.group()));
    }
  }

  private static void add(LogRecord record, Map<String, String> field) {
    Object[] parameters = record.getParameters();
    if (parameters == null || parameters.length == 0) {
      // A text becomes a pattern by its first parameter
      record.setParameters(new Object[] {record.getMessage(), field});
      record.setMessage("{0}");
    } else {
      Object[] more = Arrays.copyOf(parameters, parameters.length + 1);
      more[parameters.length] = field;
      record.setParameters(more);
    }
  }

  @Override
  public void flush() {
    // The handler itself writes nothing
  }

  @Override
  public void close() {
    // The handler holds no resources
  }
}
