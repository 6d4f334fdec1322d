package org.goodtiming.scheduler.server;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.goodtiming.scheduler.telemetry.RepeatedStep;
import org.jspecify.annotations.Nullable;

/** Checks periodically whether a server answers, on its own thread. */
final class ServerWatch {

  /** One thread for the request, and one for the time limit. */
  static final int THREADS = 2;

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final ServerState state;
  private final Listeners listeners;
  private final Question question;
  private final Duration patience;
  private final ScheduledExecutorService executor;
  private @Nullable Future<?> asked;

  /**
   * @param listeners to check whether the server listens before a new request
   */
  ServerWatch(
      ServerState state,
      Listeners listeners,
      Question question,
      Duration patience,
      ScheduledExecutorService executor) {
    this.state = state;
    this.listeners = listeners;
    this.question = question;
    this.patience = patience;
    this.executor = executor;
  }

  void start() {
    executor.scheduleWithFixedDelay(
        new RepeatedStep("the watch of the servers", this::look),
        0,
        INTERVAL.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  Recovery recovery() {
    return state.recovery();
  }

  Observation observation() {
    return state.observation();
  }

  /**
   * Whether the server is away, which explains a failure; asks the server again unless the state is
   * known.
   */
  synchronized boolean explains(Throwable failure) {
    if (state.observation().answers()) {
      look();
    }
    if (state.observation().answers()) {
      return false;
    }
    state.explain(failure);
    return true;
  }

  /**
   * Sends a request and waits for a limited time; does not send a second request while one hangs.
   */
  synchronized void look() {
    if (executor.isShutdown()) {
      return;
    }
    if (asked == null) {
      asked = executor.submit(this::ask);
    }
    try {
      asked.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      asked = null;
      state.answered();
    } catch (TimeoutException e) {
      state.failed(new TimeoutException("no answer within " + patience));
    } catch (ExecutionException e) {
      asked = null;
      state.failed(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Void ask() throws Exception {
    if (!state.observation().answers()) {
      listeners.require();
    }
    question.ask();
    return null;
  }
}
