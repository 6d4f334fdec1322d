package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The instant from which intervals count: the start of the recurrence, or midnight of 1 January
 * 1970 in the zone.
 */
public record Anchor(@Nullable Instant start, ZoneId zone) {
  private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();

  Instant instant() {
    return start == null ? EPOCH.atZone(zone).toInstant() : start;
  }

  LocalDateTime local() {
    return start == null ? EPOCH : LocalDateTime.ofInstant(start, zone);
  }
}
