package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The queue of events of one listener. Events that do not fit are dropped and counted. */
final class EventQueue {

  /** An event of a batch has up to 8 kB. */
  static final int CAPACITY = 1_000;

  private static final Logger LOG = System.getLogger(EventQueue.class.getName());

  /** Ends the thread; compared by identity. */
  private static final Event END = new Event() {};

  private static final Duration TO_END = Duration.ofSeconds(1);

  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(CAPACITY);
  private final AtomicLong dropped = new AtomicLong();
  private final EventListener listener;
  private final Logger log;
  private final FailureLog failures;
  private @Nullable Thread thread;

  EventQueue(EventListener listener) {
    this(listener, LOG);
  }

  EventQueue(EventListener listener, Logger log) {
    this.listener = listener;
    this.log = log;
    // An outage of a server explains no failure of a listener, which uses none
    this.failures = new FailureLog(log, failure -> false);
  }

  void start(ThreadFactory threads) {
    thread = threads.newThread(this::pass);
    thread.start();
  }

  void offer(Event event) {
    if (!events.offer(event)) {
      dropped.incrementAndGet();
    }
  }

  void close() {
    if (thread == null) {
      return;
    }
    try {
      // Not by an interrupt, which might close the log's file
      events.offer(END, TO_END.toMillis(), TimeUnit.MILLISECONDS);
      thread.join(TO_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass() {
    try {
      for (Event next = events.take(); next != END; next = events.take()) {
        pass(next);
      }
    } catch (InterruptedException e) {
      // The server stops
    }
  }

  private void pass(Event event) {
    try {
      listener.on(event);
    } catch (RuntimeException | LinkageError e) {
      failures.failed(
          "SCHED-0713 listener %s failed at an event %s; the scheduler continues"
              .formatted(name(listener), name(event)),
          e);
    }
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      log.log(
          Level.WARNING,
          "SCHED-0714 listener {0} is too slow: {1} events were dropped",
          name(listener),
          lost);
    }
  }

  private static String name(Object object) {
    return object.getClass().getSimpleName();
  }
}
