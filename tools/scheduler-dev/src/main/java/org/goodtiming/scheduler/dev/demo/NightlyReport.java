package org.goodtiming.scheduler.dev.demo;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A report that the shop's worker has made.
 *
 * @param run number of the run of its schedule
 * @param latenessMs from its planned time until it was made, by database time
 * @param orders placed since the planned time of the report before
 * @param late why the scheduler dispatched it late; null if it did not
 */
record NightlyReport(
    int run, Instant plannedAt, double latenessMs, int orders, @Nullable String late) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "  report %2d of %s UTC: %,6d orders, made %,.1f ms later%s",
        run,
        TIME.format(plannedAt),
        orders,
        latenessMs,
        late == null ? "" : " (" + late + ")");
  }
}
