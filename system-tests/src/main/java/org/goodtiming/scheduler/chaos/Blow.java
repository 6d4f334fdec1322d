package org.goodtiming.scheduler.chaos;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a fault did.
 *
 * @param text for the report
 * @param lostLeader if the leader was taken out: since when, by the database's clock, and its epoch
 * @param staysDead whether a node stays dead until nothing is in doubt any more
 * @param longestWaitMillis of a due job, if somebody has measured it
 */
record Blow(
    String text,
    Optional<LostLeader> lostLeader,
    boolean staysDead,
    OptionalLong longestWaitMillis) {

  record LostLeader(Instant at, long epoch) {}

  static Blow of(String text) {
    return new Blow(text, Optional.empty(), false, OptionalLong.empty());
  }

  static Blow toLeader(String text, LostLeader leader) {
    return new Blow(text, Optional.of(leader), false, OptionalLong.empty());
  }

  Blow stayingDead() {
    return new Blow(text, lostLeader, true, longestWaitMillis);
  }

  Blow withLongestWait(long millis) {
    return new Blow(text, lostLeader, staysDead, OptionalLong.of(millis));
  }
}
