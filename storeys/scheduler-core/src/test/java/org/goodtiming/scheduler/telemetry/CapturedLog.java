package org.goodtiming.scheduler.telemetry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The records of the logger of a class, until it is closed. */
public final class CapturedLog extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  public CapturedLog(Class<?> type) {
    logger = Logger.getLogger(type.getName());
    logger.addHandler(this);
  }

  public List<LogRecord> records() {
    return List.copyOf(records);
  }

  /** Level and text of each record, and a mark at one that has a stack trace. */
  public List<String> lines() {
    return records.stream()
        .map(
            record ->
                record.getLevel()
                    + " "
                    + new SimpleFormatter().formatMessage(record)
                    + (record.getThrown() == null ? "" : " [trace]"))
        .toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
