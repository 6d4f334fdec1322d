package org.goodtiming.scheduler.recurrence.icalendar;

import java.util.stream.IntStream;

/** Sets of small numbers as bits of a long. */
final class Masks {
  private Masks() {}

  static long of(IntStream values) {
    return values.mapToLong(value -> 1L << value).reduce(0, (a, b) -> a | b);
  }

  /** The numbers from 0 to below the end, which is less than 64. */
  static long below(int end) {
    return (1L << end) - 1;
  }

  static boolean contains(long mask, int value) {
    return (mask >>> value & 1) != 0;
  }

  static int first(long mask) {
    return Long.numberOfTrailingZeros(mask);
  }

  /** The smallest number that is not below the given one, which is less than 64. */
  static int nextOrSame(long mask, int from) {
    long rest = mask & -1L << from;
    return rest == 0 ? TimeList.NONE : Long.numberOfTrailingZeros(rest);
  }

  /** The number at an index of the sorted set. */
  static int get(long mask, int index) {
    long rest = mask;
    for (int i = 0; i < index; i++) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }
}
