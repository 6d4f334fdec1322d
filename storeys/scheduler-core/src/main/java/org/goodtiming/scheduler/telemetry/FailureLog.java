package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Logs failures of work that is tried again and again: nothing that an outage explains, one with
 * its stack trace the first time, and once a minute the number of repetitions.
 */
public final class FailureLog {

  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);
  private static final int KNOWN_FAILURES = 100;

  private final Logger log;
  private final Predicate<Throwable> explained;
  private final LongSupplier nanoTime;
  private final Map<String, Report> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Report> eldest) {
          return size() > KNOWN_FAILURES;
        }
      };

  private record Report(long at, int unlogged) {}

  /**
   * @param explained whether a failure needs no log entry of its own
   */
  public FailureLog(Logger log, Predicate<Throwable> explained) {
    this(log, explained, System::nanoTime);
  }

  FailureLog(Logger log, Predicate<Throwable> explained, LongSupplier nanoTime) {
    this.log = log;
    this.explained = explained;
    this.nanoTime = nanoTime;
  }

  /**
   * @param what the code, the failed action, and the consequence
   */
  public void failed(String what, Throwable failure) {
    if (!explained.test(failure)) {
      report(what + ": " + Failures.text(failure), failure);
    }
  }

  private synchronized void report(String text, Throwable failure) {
    long now = nanoTime.getAsLong();
    Report last = known.get(text);
    if (last == null) {
      log.log(Level.WARNING, text, failure);
    } else if (now - last.at >= BETWEEN_REPORTS.toNanos()) {
      log.log(
          Level.WARNING, "%s (%d times since the last report)".formatted(text, last.unlogged + 1));
    } else {
      known.put(text, new Report(last.at, last.unlogged + 1));
      return;
    }
    known.put(text, new Report(now, 0));
  }
}
