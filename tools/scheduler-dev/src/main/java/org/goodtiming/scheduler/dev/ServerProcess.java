package org.goodtiming.scheduler.dev;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of one component, recorded so that another command can stop it. */
final class ServerProcess {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final String component;
  private final ProcessRecords records;
  private volatile @Nullable Process child;

  ServerProcess(String component, ProcessRecords records) {
    this.component = component;
    this.records = records;
  }

  Process start(Launch launch) {
    var process = launch.start();
    started(OsProcess.of(process.toHandle()));
    child = process;
    return process;
  }

  void started(OsProcess process) {
    records.add(component, process);
  }

  boolean running() {
    return records.of(component).map(OsProcess::alive).orElse(false);
  }

  OsProcess process() {
    return records.of(component).orElseThrow(() -> Problem.NOT_RUNNING.with(component));
  }

  /** How it ended; unknown as long as it lives, and when another process has started it. */
  Optional<ExitStatus> exitStatus() {
    return Optional.ofNullable(child)
        .map(process -> process.onExit().completeOnTimeout(process, 1, TimeUnit.SECONDS).join())
        .filter(process -> !process.isAlive())
        .map(Process::exitValue)
        .map(ExitStatus::new);
  }

  /** Asks it to end, and kills it when it does not; does nothing when it is gone already. */
  void stop(String signal, Duration limit) {
    if (running()) {
      resume();
      process().signal(signal);
      awaitEnd(limit);
    }
    kill();
  }

  /** Kills it with all its descendants. */
  void kill() {
    if (running()) {
      process().signalAll("KILL");
      awaitEnd(KILL_LIMIT);
    }
    records.remove(component);
  }

  void suspend() {
    process().signalAll("STOP");
  }

  void resume() {
    if (running()) {
      process().signalAll("CONT");
    }
  }

  boolean awaitEnd(Duration limit) {
    return !running() || process().awaitEnd(limit);
  }
}
