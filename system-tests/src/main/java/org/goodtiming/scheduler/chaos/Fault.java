package org.goodtiming.scheduler.chaos;

import java.time.Duration;

/**
 * One way to break the stack.
 *
 * @param name for the command line
 * @param text what it does, for people
 * @param lasts about how long it takes: so long there must be something to do
 * @param strike strikes and heals; whatever it leaves broken the round heals
 */
record Fault(String name, String text, Duration lasts, Strike strike) {

  /** Does the damage; the argument says what is there to be damaged. */
  @FunctionalInterface
  interface Strike {

    Blow at(Arena arena) throws Exception;
  }

  Fault(String name, String text, Strike strike) {
    this(name, text, Duration.ZERO, strike);
  }

  Fault lasting(Duration length) {
    return new Fault(name, text, length, strike);
  }
}
