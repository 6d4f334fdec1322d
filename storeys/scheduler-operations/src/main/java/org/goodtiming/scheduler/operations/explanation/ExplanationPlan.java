package org.goodtiming.scheduler.operations.explanation;

import static org.goodtiming.scheduler.sql.Columns.instant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Omitted;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Plan;
import org.goodtiming.scheduler.recurrence.DueTime;
import org.goodtiming.scheduler.recurrence.Occurrence;
import org.goodtiming.scheduler.recurrence.Omission;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * The planned time of a waiting run, and its recurrence.
 *
 * @param after the planned time of the run before, or the registration
 */
record ExplanationPlan(String recurrence, Instant after, Instant plannedAt, boolean spread) {

  private static final int MAX_OMISSIONS = 3;

  static ExplanationPlan of(ResultSet row) throws SQLException {
    return new ExplanationPlan(
        row.getString("recurrence"),
        instant(row, "after"),
        instant(row, "planned_at"),
        row.getBoolean("spread"));
  }

  /** Without omissions if the recurrence does not yield the planned time, as after a misfire. */
  Plan read(NamedCalendars calendars) {
    List<Occurrence> occurrences;
    try {
      occurrences = Recurrence.parse(recurrence, calendars).explain(after, 1);
    } catch (RecurrenceSyntaxException e) {
      // Stored by an earlier version that read it otherwise: the schedule has its own report
      return new Plan(spread);
    }
    return occurrences.stream()
        .filter(DueTime.class::isInstance)
        .map(DueTime.class::cast)
        .filter(due -> due.at().equals(plannedAt))
        .findFirst()
        .map(due -> new Plan(spread, omissions(occurrences), due.shift()))
        .orElseGet(() -> new Plan(spread));
  }

  private static List<Omitted> omissions(List<Occurrence> occurrences) {
    return occurrences.stream()
        .filter(Omission.class::isInstance)
        .map(Omission.class::cast)
        .limit(MAX_OMISSIONS)
        .map(each -> new Omitted(each.at(), each.reason()))
        .toList();
  }
}
