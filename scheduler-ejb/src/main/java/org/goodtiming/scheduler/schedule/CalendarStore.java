package org.goodtiming.scheduler.schedule;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;

/** Table calendar, as schedules read it. */
public final class CalendarStore implements NamedCalendars {

  private final DataSource dataSource;

  public CalendarStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public Optional<ExclusionCalendar> find(String name) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT excludes FROM scheduler.calendar WHERE name = ?")) {
      select.setString(1, name);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(ExclusionCalendar.parse(row.getString("excludes")))
            : Optional.empty();
      }
    } catch (SQLException e) {
      throw new StoreException("read calendar " + name, e);
    }
  }

  /** Reads each calendar once, when it is needed first. */
  public NamedCalendars reading() {
    Map<String, Optional<ExclusionCalendar>> read = new HashMap<>();
    return name -> read.computeIfAbsent(name, this::find);
  }
}
