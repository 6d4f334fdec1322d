package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.recurrence.syntax.English;

/** Explains a recurrence, with the same search as dispatch. */
final class Explanation {
  /** Limits the explanation if a calendar excludes nearly all times. */
  private static final int MAX_LINES = 1_000;

  private Explanation() {}

  static List<Occurrence> of(Recurrence recurrence, Instant after, int dueTimes) {
    List<Occurrence> lines = new ArrayList<>();
    DueTimeSearch search = new DueTimeSearch(recurrence, lines::add);
    DueTime due = dueTimes > 0 ? search.next(after, 0) : null;
    for (int runs = 1; due != null && lines.size() < MAX_LINES; runs++) {
      lines.add(due);
      due = runs < dueTimes ? search.next(due.at(), runs) : null;
    }
    if (due == null && lines.size() <= MAX_LINES) {
      return List.copyOf(lines);
    }
    List<Occurrence> first = new ArrayList<>(lines.subList(0, MAX_LINES));
    Instant last = first.get(MAX_LINES - 1).at();
    first.add(new Omission(last, "no more: an explanation has at most " + MAX_LINES + " lines"));
    return List.copyOf(first);
  }

  static List<Occurrence> between(Recurrence recurrence, Instant after, Instant before) {
    List<Occurrence> lines = new ArrayList<>();
    DueTimeSearch search = new DueTimeSearch(recurrence, lines::add);
    DueTime due = search.next(after, 0);
    while (due != null && due.at().isBefore(before) && lines.size() < MAX_LINES) {
      lines.add(due);
      due = search.next(due.at(), 0);
    }
    return lines.stream().filter(line -> line.at().isBefore(before)).toList();
  }

  static String sentence(Recurrence recurrence) {
    StringBuilder sentence = new StringBuilder();
    sentence.append(recurrence.rule().describe());
    if (recurrence.rule() instanceof WallClockRule rule) {
      sentence.append(", ").append(zone(recurrence)).append(" time");
      sentence.append(clockChanges(rule, recurrence.daylightSaving()));
    }
    Bounds bounds = recurrence.bounds();
    if (bounds.start() != null) {
      sentence.append(", from ").append(bounds.start());
    }
    if (bounds.until() != null) {
      sentence.append(", until ").append(bounds.until());
    }
    if (bounds.times() > 0) {
      sentence.append(", at most ").append(English.count(bounds.times(), "run"));
    }
    Deviations deviations = recurrence.deviations();
    if (!deviations.rdate().isEmpty()) {
      sentence.append(", also at ").append(deviations.rdate());
    }
    if (!deviations.exdate().isEmpty()) {
      sentence.append(", not at ").append(deviations.exdate());
    }
    if (recurrence.calendar() != null) {
      sentence.append(", except ").append(recurrence.calendar().describe());
      sentence.append(moves(deviations.roll()));
    }
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
  }

  private static String moves(Roll roll) {
    return switch (roll) {
      case NONE -> "";
      case BACK -> ", on the working day before instead";
      case FORWARD -> ", on the next working day instead";
    };
  }

  private static String zone(Recurrence recurrence) {
    return recurrence.zone().equals(ZoneOffset.UTC) ? "UTC" : recurrence.zone().toString();
  }

  /** Describes deviations from the default; intervals run through an overlap under every policy. */
  private static String clockChanges(WallClockRule rule, DaylightSaving policy) {
    String gap =
        switch (policy.gap()) {
          case END -> "";
          case SHIFT -> ", later by the length of the gap when clocks skip the time";
          case SKIP -> ", not at times that clocks skip when they go forward";
        };
    if (rule.isInterval()) {
      return gap;
    }
    return switch (policy.overlap()) {
      case FIRST -> gap;
      case SECOND -> gap + ", the second time when clocks go back and a time comes twice";
      case BOTH -> gap + ", both times when clocks go back and a time comes twice";
    };
  }
}
