package org.goodtiming.scheduler.benchmarks.recurrence;

import java.text.ParseException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How fast cron expressions are, beside other libraries. */
record CronSpeed(CpuMeter meter, ZoneId zone) {
  private static final List<String> EXPRESSIONS =
      List.of(
          "0/5 * * * * ?",
          "0 0/20 9-17 ? * MON-FRI",
          "0 0 * * * ?",
          "0 30 2 * * ?",
          "0 0 6 ? * MON-FRI",
          "0 15 10 15 * ?",
          "0 0 6 L * ?",
          "0 0 6 LW * ?",
          "0 0 6 ? * 6L",
          "0 0 6 ? * FRI#2",
          "0 0 0 1 1 ?",
          "0 0 12 29 2 ?");

  List<String> table() throws ParseException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| expression | Good Timing, ns | Quartz, ns | cron-utils, ns | Quartz / Good Timing | cron-utils / Good Timing |");
    lines.add("|---|---|---|---|---|---|");
    // Compiles what all expressions share
    medians(EXPRESSIONS.get(0));
    for (String expression : EXPRESSIONS) {
      double[] medians = medians(expression);
      lines.add(
          "| `%s` | %.0f | %.0f | %.0f | %.1f | %.1f |"
              .formatted(
                  expression,
                  medians[0],
                  medians[1],
                  medians[2],
                  medians[1] / medians[0],
                  medians[2] / medians[0]));
    }
    return lines;
  }

  private double[] medians(String expression) throws ParseException {
    return meter.nanoseconds(
        Arrays.stream(CronLibrary.values())
            .map(library -> (CpuMeter.Subject) () -> library.read(expression, zone))
            .toList());
  }
}
