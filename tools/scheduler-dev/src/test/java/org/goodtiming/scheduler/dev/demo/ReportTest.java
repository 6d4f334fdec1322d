package org.goodtiming.scheduler.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportTest {

  private static final Fates ALL_WELL = new Fates(1980, 20, 1980, 0, 0, 0, 0);
  private static final JobLedger BALANCED = new JobLedger(1980, 1980, 0);
  private static final Alerts ALL_TOLD = new Alerts(80, 80, 0);

  @Test
  void run_without_loss_keeps_every_promise() {
    assertThat(report(ALL_WELL, BALANCED, ALL_TOLD).brokenPromises()).isEmpty();
  }

  @Test
  void each_broken_promise_is_named_with_its_figure() {
    var report =
        report(
            new Fates(1980, 20, 1979, 3, 2, 1, 4),
            new JobLedger(1980, 1977, -5),
            new Alerts(80, 74, 0));

    assertThat(report.brokenPromises())
        .containsExactly(
            "3 orders were never checked",
            "2 orders were checked more than once",
            "1 orders were checked before they were due",
            "4 rolled-back orders left a job",
            "no alert for 6 orders that were never shipped",
            "the scheduler's ledger does not balance: difference -5");
  }

  @Test
  void run_that_placed_nothing_shows_nothing() {
    assertThat(
            report(new Fates(0, 0, 0, 0, 0, 0, 0), new JobLedger(0, 0, 0), new Alerts(0, 0, 0))
                .brokenPromises())
        .containsExactly("no order was placed");
  }

  @Test
  void table_has_a_line_for_each_figure() {
    assertThat(report(ALL_WELL, BALANCED, ALL_TOLD).table().lines().map(String::strip))
        .map(line -> line.replaceAll(" +", " "))
        .contains("orders committed 1,980", "orders that failed while placing 7", "p95 34.6");
  }

  private static Report report(Fates fates, JobLedger jobs, Alerts alerts) {
    return new Report(fates, jobs, new Lateness(12.3, 34.56, 50, 81), alerts, 7);
  }
}
