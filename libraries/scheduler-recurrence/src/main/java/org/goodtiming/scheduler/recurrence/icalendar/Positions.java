package org.goodtiming.scheduler.recurrence.icalendar;

import java.util.Arrays;
import java.util.List;

/** BYSETPOS: different positions from 1, and from -1 at the end. */
final class Positions {
  private final int[] values;

  Positions(List<Integer> values) {
    this.values = values.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The sorted indexes, from 0, of the positions that a set of this size has. */
  int[] indexes(int size) {
    int[] found = new int[values.length];
    int length = 0;
    for (int position : values) {
      int index = position > 0 ? position - 1 : size + position;
      if (index >= 0 && index < size && !contains(found, length, index)) {
        found[length++] = index;
      }
    }
    Arrays.sort(found, 0, length);
    return Arrays.copyOf(found, length);
  }

  /** Positions from the begin and from the end may be the same. */
  private static boolean contains(int[] indexes, int length, int index) {
    return Arrays.stream(indexes, 0, length).anyMatch(each -> each == index);
  }
}
