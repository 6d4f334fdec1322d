package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;

/**
 * The database's time, also while the database is away: the local clock, corrected by how far the
 * database's was ahead when it was asked.
 */
final class DatabaseClock {

  private static final int QUESTIONS = 5;

  private final Sql sql;
  private volatile Duration ahead = Duration.ZERO;

  DatabaseClock(Sql sql) {
    this.sql = sql;
  }

  /** Compares the clocks; of several answers the quickest is the most exact. */
  void compare() {
    var shortest = Duration.ofDays(1);
    for (int i = 0; i < QUESTIONS; i++) {
      var before = Instant.now();
      var there = sql.instant("SELECT clock_timestamp()");
      var took = Duration.between(before, Instant.now());
      if (took.compareTo(shortest) < 0) {
        shortest = took;
        ahead = Duration.between(before.plus(took.dividedBy(2)), there);
      }
    }
  }

  Instant now() {
    return Instant.now().plus(ahead);
  }
}
