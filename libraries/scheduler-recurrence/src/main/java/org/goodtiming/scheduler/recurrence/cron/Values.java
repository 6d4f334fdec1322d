package org.goodtiming.scheduler.recurrence.cron;

import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values that a field matches, and whether they were written as an interval. */
final class Values {
  private final BitSet bits;
  private final CronField field;
  private final boolean stepped;
  private final int count;

  private Values(CronField field, BitSet bits, boolean stepped) {
    this.field = field;
    this.bits = bits;
    this.stepped = stepped;
    this.count = bits.cardinality();
  }

  static Values parse(CronField field, String text) {
    BitSet bits = new BitSet(field.max + 1);
    for (String item : text.split(",", -1)) {
      bits.or(ValueRange.parse(field, item).bits());
    }
    return new Values(field, bits, text.contains("/"));
  }

  boolean contains(int value) {
    return bits.get(value);
  }

  /** The smallest value that is not below the given one; -1 when there is none. */
  int nextOrSame(int value) {
    return bits.nextSetBit(value);
  }

  int first() {
    return bits.nextSetBit(0);
  }

  int count() {
    return count;
  }

  int countBefore(int end) {
    return bits.get(0, end).cardinality();
  }

  boolean isAll() {
    return count == field.size();
  }

  /** A step, or every value: the field names a distance instead of particular values. */
  boolean isInterval() {
    return stepped || isAll();
  }

  IntStream stream() {
    return bits.stream();
  }

  String join(IntFunction<String> name) {
    return bits.stream().mapToObj(name).collect(Collectors.joining(", "));
  }
}
