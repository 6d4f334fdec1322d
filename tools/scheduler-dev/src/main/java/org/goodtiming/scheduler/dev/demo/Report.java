package org.goodtiming.scheduler.dev.demo;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The ledger at the end of a run, and the broken guarantees.
 *
 * @param failed orders whose placing ended with an error
 */
record Report(Fates fates, JobLedger jobs, Lateness lateness, Alerts alerts, int failed) {

  static Report of(RunBooks books, int failed) throws SQLException {
    return new Report(books.fates(), books.ledger(), books.lateness(), books.alerts(), failed);
  }

  /** The broken guarantees as text; empty if there is none. */
  List<String> brokenPromises() {
    return Stream.of(
            broken(fates.committed() == 0, "no order was placed"),
            broken(fates.lost() > 0, "%,d orders were never checked", fates.lost()),
            broken(fates.twice() > 0, "%,d orders were checked more than once", fates.twice()),
            broken(
                fates.early() > 0, "%,d orders were checked before they were due", fates.early()),
            broken(fates.strays() > 0, "%,d rolled-back orders left a job", fates.strays()),
            broken(
                alerts.raised() < alerts.expected(),
                "no alert for %,d orders that were never shipped",
                alerts.expected() - alerts.raised()),
            broken(
                jobs.difference() != 0,
                "the scheduler's ledger does not balance: difference %,d",
                jobs.difference()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> broken(boolean broken, String how, Object... figures) {
    return broken ? List.of(String.format(Locale.ROOT, how, figures)) : List.of();
  }

  String table() {
    return String.join(
        "\n",
        line("orders committed", fates.committed()),
        line("orders rolled back on purpose", fates.rolledBack()),
        line("orders that failed while placing", failed),
        line("jobs registered, of any run", jobs.registered()),
        line("jobs dispatched, of any run", jobs.dispatched()),
        line("jobs executed", fates.executed()),
        line("  lost", fates.lost()),
        line("  twice", fates.twice()),
        line("  early", fates.early()),
        line("rolled-back orders that left a job", fates.strays()),
        line("difference in the scheduler's ledger", jobs.difference()),
        line("orders never shipped", alerts.expected()),
        line("  of which a person was alerted", alerts.raised()),
        line("alerts for orders that were shipped", alerts.unfounded()),
        line("lateness in ms, p50", lateness.p50()),
        line("  p95", lateness.p95()),
        line("  p99", lateness.p99()),
        line("  max", lateness.max()));
  }

  private static String line(String what, long figure) {
    return String.format(Locale.ROOT, "  %-38s %,12d", what, figure);
  }

  private static String line(String what, double figure) {
    return String.format(Locale.ROOT, "  %-38s %,12.1f", what, figure);
  }
}
