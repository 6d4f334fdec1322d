package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads table calendar for schedules. */
@Singleton
public final class CalendarStore implements NamedCalendars {

  private final Statements statements;

  @Inject
  public CalendarStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  @Override
  public Optional<ExclusionCalendar> find(String name) {
    SqlText sql = new SqlText("SELECT excludes FROM scheduler.calendar WHERE name = :name");
    return statements.find(
        "read calendar " + name,
        sql.set("name", name),
        row -> ExclusionCalendar.parse(row.getString("excludes")));
  }

  /** Reads each calendar once, when it is needed first. */
  public NamedCalendars reading() {
    Map<String, Optional<ExclusionCalendar>> read = new HashMap<>();
    return name -> read.computeIfAbsent(name, this::find);
  }
}
