package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;

/**
 * One way to break the stack.
 *
 * @param name for the command line
 * @param text what it does, for people
 * @param lasts about how long it takes: so long there must be something to do
 * @param queues worker queues that get jobs besides the customary ones
 * @param strike strikes and heals; whatever it leaves broken the round heals
 */
record Fault(String name, String text, Duration lasts, List<String> queues, Strike strike) {

  /** Does the damage; the argument says what is there to be damaged. */
  @FunctionalInterface
  interface Strike {

    Blow at(Arena arena) throws Exception;
  }

  Fault(String name, String text, Strike strike) {
    this(name, text, Duration.ZERO, List.of(), strike);
  }

  Fault lasting(Duration length) {
    return new Fault(name, text, length, queues, strike);
  }

  Fault alsoFor(String queue) {
    return new Fault(name, text, lasts, List.of(queue), strike);
  }
}
