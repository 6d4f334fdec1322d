package org.goodtiming.scheduler.benchmarks.recurrence;

import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.goodtiming.scheduler.recurrence.Recurrence;

/** How fast RFC 5545 rules are, and how fast they are read. */
record RuleSpeed(CpuMeter meter, ZoneId zone) {
  private static final String START = "2026-01-01T08:00Z";
  private static final double MICROSECOND = 1_000;
  private static final List<String> RULES =
      List.of(
          "FREQ=SECONDLY;INTERVAL=30",
          "FREQ=HOURLY;INTERVAL=3",
          "FREQ=DAILY",
          "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
          "FREQ=MINUTELY;INTERVAL=5;BYDAY=MO,TU,WE,TH,FR",
          "FREQ=MONTHLY;BYDAY=-1FR",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
          "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
          "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
          "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9,17",
          "FREQ=DAILY;COUNT=9999",
          "FREQ=HOURLY;COUNT=9999");

  List<String> table() throws ParseException {
    List<String> lines = new ArrayList<>();
    lines.add("| rule | next, µs | parse, µs |");
    lines.add("|---|---|---|");
    for (String rule : RULES) {
      String text = "rrule:%s start=%s zone=%s".formatted(rule, START, zone);
      double[] medians = meter.nanoseconds(List.of(() -> next(text), () -> parse(text)));
      lines.add(
          "| `%s` | %.1f | %.1f |"
              .formatted(rule, medians[0] / MICROSECOND, medians[1] / MICROSECOND));
    }
    return lines;
  }

  /** After the last of COUNT times, the instant itself stands for none. */
  private static UnaryOperator<Instant> next(String text) {
    Recurrence recurrence = Recurrence.parse(text);
    return after -> recurrence.next(after).orElse(after);
  }

  private static UnaryOperator<Instant> parse(String text) {
    return after -> after.plusSeconds(Recurrence.parse(text).length());
  }
}
