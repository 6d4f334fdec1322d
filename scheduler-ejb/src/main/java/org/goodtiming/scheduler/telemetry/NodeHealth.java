package org.goodtiming.scheduler.telemetry;

import java.time.Duration;
import java.util.Optional;

/** How the node is doing, as its timer has last seen it. */
public final class NodeHealth {

  private volatile long lastTick = System.nanoTime();
  private volatile Optional<String> problem = Optional.of("no tick yet");

  private volatile int inDoubt;

  public void ticked() {
    lastTick = System.nanoTime();
    problem = Optional.empty();
  }

  public void failed(String reason) {
    problem = Optional.of(reason);
  }

  /** Notes how many transactions have been in doubt for too long, as the leader sees it. */
  public void inDoubt(int transactions) {
    inDoubt = transactions;
  }

  public int inDoubt() {
    return inDoubt;
  }

  /** What keeps the node from its work; empty if nothing does. */
  public Optional<String> problem(Duration silence) {
    Duration since = Duration.ofNanos(System.nanoTime() - lastTick);
    return problem.or(
        () ->
            since.compareTo(silence) > 0
                ? Optional.of("no tick for " + since.toSeconds() + " s")
                : Optional.empty());
  }
}
