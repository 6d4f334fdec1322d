package org.goodtiming.scheduler.recurrence.icalendar;

/** The times of a list that BYSETPOS selects. */
record PositionedTimes(TimeList all, int[] indexes) implements TimeList {

  static PositionedTimes of(TimeList all, Positions positions) {
    return new PositionedTimes(all, positions.indexes(all.size()));
  }

  @Override
  public int size() {
    return indexes.length;
  }

  @Override
  public int get(int index) {
    return all.get(indexes[index]);
  }

  @Override
  public int nextOrSame(int second) {
    for (int index : indexes) {
      int time = all.get(index);
      if (time >= second) {
        return time;
      }
    }
    return NONE;
  }
}
