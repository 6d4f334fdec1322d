package org.goodtiming.scheduler.chaos;

/**
 * One way to break the stack.
 *
 * @param name for the command line
 * @param text what it does, for people
 * @param strike strikes and heals; whatever it leaves broken the round heals
 */
record Fault(String name, String text, Strike strike) {

  /** Does the damage; the argument says what is there to be damaged. */
  @FunctionalInterface
  interface Strike {

    Blow at(Arena arena) throws Exception;
  }
}
