package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One way to break the stack.
 *
 * @param name for the command line
 * @param text what it does, for people
 * @param lasts about how long it takes: so long there must be something to do
 * @param queues worker queues that get jobs besides the customary ones
 * @param modes of transactions for which there is such a fault
 * @param ofPair whether there must be two brokers
 * @param strike strikes and heals; whatever it leaves broken the round heals
 */
record Fault(
    String name,
    String text,
    Duration lasts,
    List<String> queues,
    Predicate<Transactions> modes,
    boolean ofPair,
    Strike strike) {

  /** Does the damage to the stack of the argument. */
  @FunctionalInterface
  interface Strike {

    FaultOutcome at(FaultContext context) throws Exception;
  }

  Fault(String name, String text, Strike strike) {
    this(name, text, Duration.ZERO, List.of(), mode -> true, false, strike);
  }

  Fault lasting(Duration length) {
    return new Fault(name, text, length, queues, modes, ofPair, strike);
  }

  Fault alsoFor(String queue) {
    return new Fault(name, text, lasts, List.of(queue), modes, ofPair, strike);
  }

  /** Restricts the fault to modes whose transactions have that point. */
  Fault at(Point point) {
    return in(mode -> point.in(mode).isPresent());
  }

  Fault in(Predicate<Transactions> only) {
    return new Fault(name, text, lasts, queues, only, ofPair, strike);
  }

  /** Restricts the fault to stacks with two brokers. */
  Fault withPair() {
    return new Fault(name, text, lasts, queues, modes, true, strike);
  }

  boolean existsIn(Transactions mode) {
    return modes.test(mode);
  }

  /** Why it does not exist there; empty if it does. */
  Optional<String> missingIn(FaultContext context) {
    var mode = context.points().transactions();
    if (!existsIn(mode)) {
      return Optional.of("not for transactions of mode " + mode);
    }
    return ofPair && !context.hasPair() ? Optional.of("needs a pair of brokers") : Optional.empty();
  }
}
