package org.goodtiming.scheduler.web;

import java.time.Instant;

/** The moments that jobs can be due at. */
final class Moments {

  private static final Instant BEFORE_LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Moments() {}

  static boolean isStorable(Instant moment) {
    return !moment.isBefore(Instant.EPOCH) && !moment.isAfter(BEFORE_LAST);
  }
}
