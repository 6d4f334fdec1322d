package org.goodtiming.scheduler.cli.doctor;

/**
 * What is wrong.
 *
 * @param seen names the value that was seen, and what follows from it
 * @param cure a command, or where there is none, what to do
 * @param hint what to do besides; empty if nothing
 */
public record Finding(FindingCode code, String seen, String cure, String hint) {

  /** What the cure alone removes. */
  public Finding(FindingCode code, String seen, String cure) {
    this(code, seen, cure, "");
  }
}
