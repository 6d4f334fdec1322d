package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * One way to break the stack.
 *
 * @param name for the command line
 * @param text what it does, for people
 * @param lasts about how long it takes: so long there must be something to do
 * @param queues worker queues that get jobs besides the customary ones
 * @param modes of transactions for which there is such a fault
 * @param strike strikes and heals; whatever it leaves broken the round heals
 */
record Fault(
    String name,
    String text,
    Duration lasts,
    List<String> queues,
    Predicate<Transactions> modes,
    Strike strike) {

  /** Does the damage; the argument says what is there to be damaged. */
  @FunctionalInterface
  interface Strike {

    FaultOutcome at(FaultContext context) throws Exception;
  }

  Fault(String name, String text, Strike strike) {
    this(name, text, Duration.ZERO, List.of(), mode -> true, strike);
  }

  Fault lasting(Duration length) {
    return new Fault(name, text, length, queues, modes, strike);
  }

  Fault alsoFor(String queue) {
    return new Fault(name, text, lasts, List.of(queue), modes, strike);
  }

  /** Only where transactions have that point. */
  Fault at(Point point) {
    return in(mode -> point.in(mode).isPresent());
  }

  Fault in(Predicate<Transactions> only) {
    return new Fault(name, text, lasts, queues, only, strike);
  }

  boolean existsIn(Transactions mode) {
    return modes.test(mode);
  }
}
