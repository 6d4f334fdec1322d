package org.goodtiming.scheduler.benchmarks.crash;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.benchmarks.booking.BookedArrivals;
import org.goodtiming.scheduler.benchmarks.booking.Tally;

/**
 * Kills a node once, and waits until nothing is left to be done.
 *
 * @param jobs that are due
 * @param enough how many of them are handed out when the node is killed
 */
record CrashRound(
    CrashSubject subject,
    int nodes,
    int jobs,
    int enough,
    Patience patience,
    BookedArrivals arrivals) {

  private static final Duration FIRST_ARRIVALS = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  CrashSample run(CrashTarget victim) throws Exception {
    arrivals.clear();
    victim.fill(jobs);
    victim.handOut();
    var handedOut = awaitEnough(victim);
    var killed = Instant.now();
    victim.kill();
    var restarted = Instant.now();
    if (nodes == 1) {
      victim.restart();
    }
    var tally = awaitNothingLeft(victim);
    var late = 0;
    if (nodes > 1 && (tally.arrived() < jobs || victim.left() > 0)) {
      victim.restart();
      late = awaitNothingLeft(victim).arrived() - tally.arrived();
    }
    var end = arrivals.tally();
    return new CrashSample(
        subject,
        nodes,
        jobs,
        handedOut,
        end.twice(),
        late,
        jobs - end.arrived(),
        Duration.between(killed, tally.last()),
        Duration.between(restarted, tally.last()));
  }

  private long awaitEnough(CrashTarget victim) throws Exception {
    var limit = Instant.now().plus(FIRST_ARRIVALS);
    long handedOut = victim.handedOut();
    while (handedOut < enough) {
      if (Instant.now().isAfter(limit)) {
        throw new IOException(
            "BENCH-0005 %s has dispatched only %d of %d jobs in %s: see its log"
                .formatted(subject.title(), handedOut, jobs, FIRST_ARRIVALS));
      }
      Thread.sleep(1);
      handedOut = victim.handedOut();
    }
    return handedOut;
  }

  private Tally awaitNothingLeft(CrashTarget victim) throws Exception {
    var limit = Instant.now().plus(patience.limit());
    while (victim.left() > 0 && Instant.now().isBefore(limit)) {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    Thread.sleep(patience.lastSteps().toMillis());
    return arrivals.tally();
  }
}
