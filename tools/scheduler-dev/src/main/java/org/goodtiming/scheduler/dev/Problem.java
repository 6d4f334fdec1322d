package org.goodtiming.scheduler.dev;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The failures of the stack, with their codes and texts that say what to do. */
public enum Problem {
  OLD_JAVA("DEV-0001", "Java %s is too old: install a JDK of version 17 or newer"),
  ALREADY_RUNNING(
      "DEV-0002",
      "a stack already runs on %1$s (%2$s): stop it first with  ./scheduler stop --state '%1$s'"),
  OCCUPIED_PORT(
      "DEV-0003",
      "port %d of %s is occupied: stop the program that listens there ('ss -ltnp' names it), or choose another with %s"),
  DISK_FULL(
      "DEV-0004",
      "only %d MiB are free on the disk of %s, %d are needed: make room, then start again"),
  NOT_READY("DEV-0005", "%s was not ready after %d s%s"),
  ENDED("DEV-0006", "while it was starting, %s"),
  NOT_DEPLOYED("DEV-0007", "%s was not deployed on %s, which reports '%s': see %s"),
  NOT_BUILT(
      "DEV-0008",
      "%s is missing: build it with 'mvn -DskipTests -Dserver=%s -pl :scheduler-dev -am package'"),
  NO_SCHEMA("DEV-0009", "the database could not be set up: %s"),
  NOT_CONFIGURED("DEV-0010", "the server refused a command of its set-up on %s: '%s', see %s"),
  NO_STATE("DEV-0011", "cannot read or write %s: %s"),
  NOT_STARTED("DEV-0012", "%s could not be started: %s"),
  NOT_RUNNING("DEV-0013", "%s is not running: start it first"),
  CHANGED_MIGRATION(
      "DEV-0016",
      "this database was set up by other migrations than those in sql/migrations (%s): delete its data with --fresh, or undo the change"),
  SQL_FAILED("DEV-0021", "the statement failed as %s: %s"),
  GATE_CLOSED("DEV-0018", "%s may not start: %s"),
  FOREIGN_DIRECTORY(
      "DEV-0019",
      "%s is not empty and has no file %s, so it is not the state directory of a stack: choose an empty or a new directory with --state"),
  WRONG_ARGUMENT("DEV-0020", "%s: see './scheduler %s--help'"),
  NO_COMPONENT("DEV-0027", "the stack has no component %s, but %s"),
  COMPONENT_RUNS("DEV-0022", "%s runs already (pid %d)"),
  BUSY("DEV-0023", "%s is being started or stopped at this moment: try again when that is done"),
  NO_STACK(
      "DEV-0024",
      "no './scheduler dev' runs on %s, so no single component can be started or stopped: start the stack first"),
  STILL_STARTING("DEV-0025", "the stack on %s is still starting: try again when it is up"),
  STACK_SILENT(
      "DEV-0026",
      "the stack on %s did not answer (%s): './scheduler status' shows what is running"),
  NO_QUARTZ("DEV-0028", "the tables of Quartz cannot be read from %s: %s"),
  NO_SCHEDULER("DEV-0029", "the scheduler at %s did not take %s, nor the triggers after it: %s"),
  NO_NEWER_JAVA(
      "DEV-0032", "Payara 7 needs Java 21 or newer: install a JDK, or name one in JAVA21_HOME"),
  NO_LEADER(
      "DEV-0030",
      "no node leads at this moment: try again, or name a node as './scheduler status' shows it"),
  NOT_PAYARA(
      "DEV-0031",
      "%s is no Payara and does not know asadmin: use the tool of its server, on port %d"),
  NO_ANSWER("DEV-0017", "%s did not answer the command %s (%s): see %s");

  private final String code;
  private final String text;

  Problem(String code, String text) {
    this.code = code;
    this.text = text;
  }

  String code() {
    return code;
  }

  /** The exception with this message. */
  public DevStackException with(@Nullable Object... details) {
    return because(null, details);
  }

  /** The exception with this message and a cause. */
  public DevStackException because(@Nullable Throwable cause, @Nullable Object... details) {
    return new DevStackException(code + " " + String.format(Locale.ROOT, text, details), cause);
  }
}
