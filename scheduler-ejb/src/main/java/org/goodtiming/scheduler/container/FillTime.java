package org.goodtiming.scheduler.container;

import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * How long a batch waits for further registrations. A transaction costs as much for one job as for
 * a hundred, so while registrations come one after the other, each batch waits for some of them.
 */
@Singleton
public class FillTime {

  private static final Duration MAX_WAIT = Duration.ofMillis(20);

  /** Maximum pause between the batches of a stream. */
  private static final Duration STREAM = Duration.ofMillis(100);

  private volatile long last = System.nanoTime() - STREAM.toNanos();

  /** The time to fill a batch that begins now. */
  public Duration ofNextBatch() {
    long now = System.nanoTime();
    boolean stream = now - last < STREAM.toNanos();
    last = now;
    return stream ? MAX_WAIT : Duration.ZERO;
  }
}
