package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The times of a rule with COUNT: they count from the start, so each search begins there. */
final class CountedTimes implements WallClockTimes {
  /** RecurrenceText refuses rules that need more; builders may still write them. */
  private static final int MOST_STEPS = 60_000;

  private static final int SAMPLE = 200;

  private final IcalendarTimes times;
  private final int count;
  private final List<LocalDateTime> known = new ArrayList<>();
  private boolean hasMore = true;

  CountedTimes(IcalendarTimes times, int count) {
    this.times = times;
    this.count = count;
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
    while (hasMore && (known.isEmpty() || known.get(known.size() - 1).isBefore(from))) {
      readOne();
    }
    int found = Collections.binarySearch(known, from);
    int index = found < 0 ? -found - 1 : found;
    return index < known.size() ? known.get(index) : null;
  }

  private void readOne() {
    LocalDateTime next = known.size() == count ? null : times.next();
    if (next == null || times.steps() > MOST_STEPS) {
      hasMore = false;
    } else {
      known.add(next);
    }
  }

  /** Whether the count would take too many steps, judged by the first times. */
  boolean isTooLong() {
    while (hasMore && known.size() < SAMPLE) {
      readOne();
    }
    boolean isSample = known.size() < count && !known.isEmpty();
    return isSample && times.steps() * count / known.size() > MOST_STEPS / 2;
  }
}
