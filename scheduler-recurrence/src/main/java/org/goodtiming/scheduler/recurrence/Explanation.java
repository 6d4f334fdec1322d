package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Explains a recurrence, with the same search as dispatch. */
final class Explanation {
  /** Limits the explanation if a calendar excludes nearly all times. */
  private static final int MOST_LINES = 1_000;

  private Explanation() {}

  static List<Occurrence> of(Recurrence recurrence, Instant after, int dueTimes) {
    List<Occurrence> lines = new ArrayList<>();
    DueTimeSearch search = new DueTimeSearch(recurrence, lines::add);
    DueTime due = dueTimes > 0 ? search.next(after, 0) : null;
    for (int runs = 1; due != null && lines.size() < MOST_LINES; runs++) {
      lines.add(due);
      due = runs < dueTimes ? search.next(due.at(), runs) : null;
    }
    return List.copyOf(lines.subList(0, Math.min(lines.size(), MOST_LINES)));
  }

  static String sentence(Recurrence recurrence) {
    StringBuilder sentence = new StringBuilder(recurrence.rule().describe());
    if (recurrence.rule() instanceof WallClockRule) {
      sentence.append(", ").append(recurrence.zone()).append(" time");
    }
    Bounds bounds = recurrence.bounds();
    if (bounds.start() != null) {
      sentence.append(", from ").append(bounds.start());
    }
    if (bounds.until() != null) {
      sentence.append(", until ").append(bounds.until());
    }
    if (bounds.times() > 0) {
      sentence.append(", at most ").append(Phrases.count(bounds.times(), "run"));
    }
    if (recurrence.calendar() != null) {
      sentence.append(", except ").append(recurrence.calendar().describe());
    }
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
  }
}
