package org.goodtiming.scheduler.chaos;

import java.time.Instant;
import java.util.Optional;

/**
 * What a fault did.
 *
 * @param text for the report
 * @param lostLeader if the leader was taken out: since when, by the database's clock, and its epoch
 */
record Blow(String text, Optional<LostLeader> lostLeader) {

  record LostLeader(Instant at, long epoch) {}

  static Blow of(String text) {
    return new Blow(text, Optional.empty());
  }

  static Blow toLeader(String text, LostLeader leader) {
    return new Blow(text, Optional.of(leader));
  }
}
