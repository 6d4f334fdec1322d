package org.goodtiming.scheduler.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NightsTest {
  private static final Instant FIRST = Instant.parse("2026-11-23T06:00:00Z");

  @Test
  void one_report_each_night_keeps_all_promises() {
    assertThat(nights(report(1, 0), report(2, 10)).brokenPromises()).isEmpty();
    assertThat(Nights.NONE.brokenPromises()).isEmpty();
  }

  @Test
  void broken_promises_are_listed() {
    assertThat(nights(report(1, 0)).brokenPromises())
        .containsExactly("only 1 of 2 reports were made");
    assertThat(nights(report(1, 0), report(1, 0)).brokenPromises())
        .containsExactly("1 reports were made twice");
    assertThat(nights(report(1, 0), report(3, 20)).brokenPromises())
        .containsExactly("1 reports are missing");
    assertThat(nights(report(1, 0), new NightlyReport(2, FIRST, -1, 0, null)).brokenPromises())
        .contains("a report was made before its time");
  }

  @Test
  void report_is_a_line() {
    assertThat(new NightlyReport(3, FIRST, 14.24, 1234, "MISFIRE"))
        .hasToString("  report  3 of 06:00:00 UTC:  1,234 orders, made 14.2 ms later (MISFIRE)");
  }

  private static Nights nights(NightlyReport... reports) {
    return new Nights(2, List.of(reports));
  }

  private static NightlyReport report(int run, int seconds) {
    return new NightlyReport(run, FIRST.plusSeconds(seconds), 12.5, 100, null);
  }
}
