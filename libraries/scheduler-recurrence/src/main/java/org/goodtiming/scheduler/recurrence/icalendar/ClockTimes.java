package org.goodtiming.scheduler.recurrence.icalendar;

/**
 * The times of a day whose hour, minute and second each belong to a set. A set is a mask: bit 0
 * means hour, minute or second 0. Times are seconds since midnight.
 */
record ClockTimes(long hours, long minutes, long seconds) implements TimeList {
  private static final long ONLY_ZERO = 1;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;

  /** The times of one hour, minute or second, counted from its beginning. */
  ClockTimes within(Frequency period) {
    return switch (period) {
      case SECONDLY -> new ClockTimes(ONLY_ZERO, ONLY_ZERO, ONLY_ZERO);
      case MINUTELY -> new ClockTimes(ONLY_ZERO, ONLY_ZERO, seconds);
      case HOURLY -> new ClockTimes(ONLY_ZERO, minutes, seconds);
      case DAILY, WEEKLY, MONTHLY, YEARLY -> this;
    };
  }

  @Override
  public int nextOrSame(int second) {
    int hour = Masks.nextOrSame(hours, second / HOUR);
    if (hour == NONE || hour > second / HOUR) {
      return hour == NONE ? NONE : firstIn(hour);
    }
    int inHour = nextInHour(second % HOUR);
    if (inHour != NONE) {
      return hour * HOUR + inHour;
    }
    int later = Masks.nextOrSame(hours, hour + 1);
    return later == NONE ? NONE : firstIn(later);
  }

  private int nextInHour(int secondOfHour) {
    int minute = secondOfHour / MINUTE;
    if (Masks.contains(minutes, minute)) {
      int second = Masks.nextOrSame(seconds, secondOfHour % MINUTE);
      if (second != NONE) {
        return minute * MINUTE + second;
      }
    }
    int later = Masks.nextOrSame(minutes, minute + 1);
    return later == NONE ? NONE : later * MINUTE + Masks.first(seconds);
  }

  private int firstIn(int hour) {
    return hour * HOUR + Masks.first(minutes) * MINUTE + Masks.first(seconds);
  }

  @Override
  public int size() {
    return Long.bitCount(hours) * Long.bitCount(minutes) * Long.bitCount(seconds);
  }

  @Override
  public int get(int index) {
    int ofMinute = Long.bitCount(seconds);
    int ofHour = Long.bitCount(minutes) * ofMinute;
    return Masks.get(hours, index / ofHour) * HOUR
        + Masks.get(minutes, index % ofHour / ofMinute) * MINUTE
        + Masks.get(seconds, index % ofMinute);
  }
}
