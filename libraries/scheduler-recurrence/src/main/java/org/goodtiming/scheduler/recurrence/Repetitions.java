package org.goodtiming.scheduler.recurrence;

import org.goodtiming.scheduler.recurrence.syntax.English;

/** {@code R5}: five times, the start included; {@code R}: without end, here 0. */
public record Repetitions(int count) {

  static Repetitions parse(String text) {
    if (text.equals("R")) {
      return new Repetitions(0);
    }
    if (!text.startsWith("R")) {
      throw ValueReader.refused("iso", text, "begin with R5/ for five times, or R/ without end");
    }
    return new Repetitions(ValueReader.number("iso", text.substring(1)));
  }

  boolean includes(long index) {
    return count == 0 || index < count;
  }

  String describe() {
    return count == 0 ? "" : ", " + English.count(count, "time");
  }

  @Override
  public String toString() {
    return count == 0 ? "R" : "R" + count;
  }
}
