package org.goodtiming.scheduler.server;

import java.time.Duration;

/**
 * The end of an outage, or the start of the node.
 *
 * @param lasted how long the server was away
 * @param ago time since the node noticed that the server answers again; zero if it does not
 */
public record Recovery(Duration lasted, Duration ago) {

  /** The broker's max-redelivery-delay, with which a cancel may wait behind its job. */
  private static final Duration MAX_REDELIVERY = Duration.ofSeconds(10);

  /**
   * Time to store the waiting messages. It allows for nodes that notice the end a second later and
   * roll back until then, and for the lead time of dispatch.
   */
  private static final Duration STORING = Duration.ofSeconds(4);

  /** How long messages of the outage may still wait at the broker; zero if all are delivered. */
  public Duration settlesIn() {
    Duration redelivery = lasted.compareTo(MAX_REDELIVERY) < 0 ? lasted : MAX_REDELIVERY;
    Duration left = redelivery.plus(STORING).minus(ago);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Whether {@link #settlesIn()} is not over. */
  public boolean settles() {
    return !settlesIn().isZero();
  }
}
