package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process known by its id and the moment it started, so that a reused id is not mistaken for it.
 */
record OsProcess(long pid, Instant started) {
  // Linux counts the start time from the boot time, which it reports only in whole seconds.
  private static final Duration BLUR = Duration.ofSeconds(2);

  static OsProcess of(ProcessHandle handle) {
    return new OsProcess(handle.pid(), handle.info().startInstant().orElse(Instant.EPOCH));
  }

  static OsProcess parse(String text) {
    var parts = text.split(" ");
    return new OsProcess(Long.parseLong(parts[0]), Instant.parse(parts[1]));
  }

  String format() {
    return pid + " " + started;
  }

  boolean alive() {
    return handle().isPresent();
  }

  void kill() {
    handle().ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Sends a signal by its name, such as {@code STOP}; does nothing when the process is gone. */
  void signal(String name) {
    if (handle().isPresent()) {
      send(name, pid);
    }
  }

  /** Like {@link #signal}, to the process and all its descendants, parents first. */
  void signalAll(String name) {
    handle()
        .ifPresent(
            parent -> {
              // A dead parent has no descendants any more
              var children = parent.descendants().toList();
              send(name, pid);
              children.forEach(child -> send(name, child.pid()));
            });
  }

  /** Whether the process is gone within the time. */
  boolean awaitEnd(Duration limit) {
    var handle = handle();
    if (handle.isEmpty()) {
      return true;
    }
    try {
      handle.get().onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
  }

  private boolean isSame(ProcessHandle handle) {
    return handle
        .info()
        .startInstant()
        .map(start -> Duration.between(start, started).abs().compareTo(BLUR) <= 0)
        .orElse(false);
  }

  private static void send(String name, long pid) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, "kill", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
