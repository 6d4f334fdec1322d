package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The times of a rule without COUNT: a search may begin anywhere. */
final class UncountedTimes implements WallClockTimes {
  private final Function<LocalDateTime, IcalendarTimes> search;
  private final IcalendarPeriods periods;
  private final LocalDateTime start;
  private final Predicate<LocalDateTime> isAfterEnd;
  private @Nullable IcalendarTimes times;
  private @Nullable LocalDateTime asked;
  private @Nullable LocalDateTime answer;
  private long stepsBefore;

  /**
   * @param search the times from the given one on
   * @param start the DTSTART
   * @param isAfterEnd whether a time is after the UNTIL of the rule
   */
  UncountedTimes(
      Function<LocalDateTime, IcalendarTimes> search,
      IcalendarPeriods periods,
      LocalDateTime start,
      Predicate<LocalDateTime> isAfterEnd) {
    this.search = search;
    this.periods = periods;
    this.start = start;
    this.isAfterEnd = isAfterEnd;
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
    if (!isAnswered(from)) {
      LocalDateTime next = isNear(from) ? continued(from) : restarted(from);
      answer = next == null || isAfterEnd.test(next) ? null : next;
      asked = from;
    }
    return answer;
  }

  private boolean isAnswered(LocalDateTime from) {
    return asked != null && !from.isBefore(asked) && (answer == null || !from.isAfter(answer));
  }

  /** Whether to read on costs less than a new search. */
  private boolean isNear(LocalDateTime from) {
    return answer != null
        && from.isAfter(answer)
        && periods.steps(answer, from) <= stepsOfNewSearch(from);
  }

  /** The library computes what lies before the time, too. */
  private long stepsOfNewSearch(LocalDateTime from) {
    LocalDateTime base = IcalendarTimes.base(periods, start, from);
    return periods.times() + Math.max(0, periods.steps(base, from));
  }

  private @Nullable LocalDateTime continued(LocalDateTime from) {
    LocalDateTime next = times == null ? null : times.next();
    while (next != null && next.isBefore(from)) {
      next = times == null ? null : times.next();
    }
    return next;
  }

  private @Nullable LocalDateTime restarted(LocalDateTime from) {
    stepsBefore = times == null ? 0 : steps() + stepsOfNewSearch(from);
    IcalendarTimes restarted = search.apply(from);
    times = restarted;
    return restarted.next();
  }

  @Override
  public long steps() {
    return stepsBefore + (times == null ? 0 : times.steps());
  }
}
