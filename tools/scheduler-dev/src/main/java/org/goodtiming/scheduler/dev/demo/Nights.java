package org.goodtiming.scheduler.dev.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The nightly reports of a demo.
 *
 * @param expected minimum number of reports
 */
record Nights(int expected, List<NightlyReport> reports) {

  static final Nights NONE = new Nights(0, List.of());

  /** The broken guarantees as text; empty if there is none. */
  List<String> brokenPromises() {
    List<String> broken = new ArrayList<>();
    long nights = reports.stream().map(NightlyReport::plannedAt).distinct().count();
    long last = reports.stream().mapToInt(NightlyReport::run).max().orElse(0);
    if (reports.size() < expected) {
      broken.add("only %d of %d reports were made".formatted(reports.size(), expected));
    }
    if (nights < reports.size()) {
      broken.add("%d reports were made twice".formatted(reports.size() - nights));
    }
    if (nights < last) {
      broken.add("%d reports are missing".formatted(last - nights));
    }
    if (reports.stream().anyMatch(report -> report.latenessMs() < 0)) {
      broken.add("a report was made before its time");
    }
    return broken;
  }
}
