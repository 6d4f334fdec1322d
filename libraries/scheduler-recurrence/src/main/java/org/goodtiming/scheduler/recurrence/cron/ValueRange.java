package org.goodtiming.scheduler.recurrence.cron;

import java.util.BitSet;

/** One item of a field's list: a value, a range or all, with a step; a range may wrap. */
record ValueRange(CronField field, int from, int to, int step) {

  static ValueRange parse(CronField field, String item) {
    int slash = item.indexOf('/');
    String range = slash < 0 ? item : item.substring(0, slash);
    int step = slash < 0 ? 1 : step(field, item, item.substring(slash + 1));
    if (range.equals("*")) {
      return new ValueRange(field, field.min, field.max, step);
    }
    int dash = range.indexOf('-');
    if (dash < 0) {
      int from = field.value(range);
      if (slash >= 0 && field.isUnix()) {
        throw field.refused(
            item, "a step needs * or a range, such as %s-%s".formatted(from, field.max));
      }
      return new ValueRange(field, from, slash < 0 ? from : field.max, step);
    }
    int from = field.value(range.substring(0, dash));
    int to = field.value(range.substring(dash + 1));
    if (to < from && (field == CronField.YEAR || field.isUnix())) {
      throw field.refused(item, "the range ends before it begins");
    }
    return new ValueRange(field, from, to, step);
  }

  private static int step(CronField field, String item, String text) {
    int step = CronField.number(text);
    if (step < 1 || step > field.size()) {
      throw field.refused(item, "the step after / must be 1-" + field.size());
    }
    return step;
  }

  BitSet bits() {
    BitSet bits = new BitSet(field.max + 1);
    int end = to < from ? to + field.size() : to;
    for (int value = from; value <= end; value += step) {
      bits.set(value > field.max ? value - field.size() : value);
    }
    return bits;
  }
}
