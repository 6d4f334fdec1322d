package org.goodtiming.scheduler.chaos;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The outcome of a fault.
 *
 * @param text for the report
 * @param lostLeader if the leader was taken out: since when, by the database's clock, and its epoch
 * @param staysDead whether a node stays dead until nothing is in doubt any more
 * @param longestWaitMillis of a due job, if somebody has measured it
 */
record FaultOutcome(
    String text,
    Optional<LostLeader> lostLeader,
    boolean staysDead,
    OptionalLong longestWaitMillis) {

  record LostLeader(Instant at, long epoch) {}

  static FaultOutcome of(String text) {
    return new FaultOutcome(text, Optional.empty(), false, OptionalLong.empty());
  }

  static FaultOutcome toLeader(String text, LostLeader leader) {
    return new FaultOutcome(text, Optional.of(leader), false, OptionalLong.empty());
  }

  FaultOutcome stayingDead() {
    return new FaultOutcome(text, lostLeader, true, longestWaitMillis);
  }

  FaultOutcome withLongestWait(long millis) {
    return new FaultOutcome(text, lostLeader, staysDead, OptionalLong.of(millis));
  }
}
