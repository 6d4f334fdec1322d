package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/**
 * A server of a stack, in a process of its own; it can be stopped, killed, frozen and started
 * again.
 */
abstract class Component {
  private final String name;
  private final ServerProcess server;

  Component(String name, ProcessRecords processes) {
    this.name = name;
    this.server = new ServerProcess(name, processes);
  }

  /** The name that the command line knows it by; that of a node is also known to the lease. */
  public String name() {
    return name;
  }

  /** Whether the server process lives. */
  public boolean running() {
    return server.running();
  }

  /** The id of the server process. */
  public long pid() {
    return server.process().pid();
  }

  /** The server's log. */
  public abstract Path log();

  /** Starts it, for the first time or again on the same data; returns when it serves clients. */
  public abstract void start();

  /** Stops it gracefully. */
  public abstract void stop();

  /** Kills it with all its processes, like a power failure. */
  public void kill() {
    server.kill();
  }

  /** Freezes it: connections stay open, but nothing answers. */
  public void suspend() {
    server.suspend();
  }

  /** Continues it after {@link #suspend}. */
  public void resume() {
    server.resume();
  }

  ServerProcess server() {
    return server;
  }

  /**
   * Its own words about why it is not ready, after the text that it is not; empty if it has none.
   */
  String statement() {
    return "";
  }

  /** The file with the reason when the process has ended. */
  Path lastWords() {
    return log();
  }

  static Path newer(Path file, Path other) {
    return file.toFile().lastModified() > other.toFile().lastModified() ? file : other;
  }

  /** The exit status of the process, if known, and the end of its log. */
  String end() {
    var how = server.exitStatus().map(ExitStatus::toString).orElse("its exit status is not known");
    return "%s has ended (%s)%s".formatted(name, how, new LogTail(lastWords()));
  }
}
