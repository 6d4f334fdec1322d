package org.goodtiming.scheduler.cli.doctor;

/**
 * A fault.
 *
 * @param seen names the value seen and its consequence
 * @param cure of the kind that the code has
 */
public record Finding(FindingCode code, String seen, Cure cure) {

  public Finding {
    if ((code.remedy() == Remedy.advice) != cure.commands().isEmpty()) {
      throw new IllegalArgumentException(code.number() + " has the other kind of cure");
    }
  }
}
