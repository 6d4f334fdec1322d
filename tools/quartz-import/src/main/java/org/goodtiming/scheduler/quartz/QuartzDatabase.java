package org.goodtiming.scheduler.quartz;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.quartz.Calendar;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.JobPersistenceException;
import org.quartz.TriggerKey;
import org.quartz.impl.jdbcjobstore.DriverDelegate;
import org.quartz.impl.jdbcjobstore.NoSuchDelegateException;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.impl.matchers.GroupMatcher;
import org.quartz.spi.OperableTrigger;
import org.slf4j.LoggerFactory;

/** The tables of one Quartz scheduler, read by Quartz's own code and never written to. */
final class QuartzDatabase {
  private final Connection connection;
  private final String prefix;
  private final String schedulerName;
  private final DriverDelegate delegate = new PostgreSQLDelegate();

  private QuartzDatabase(Connection connection, String prefix, String schedulerName) {
    this.connection = connection;
    this.prefix = prefix;
    this.schedulerName = schedulerName;
  }

  /**
   * Makes the connection read-only.
   *
   * @param prefix of the tables' names
   * @param schedulerName {@code org.quartz.scheduler.instanceName}; null if there is only one
   * @throws ImportException if there are more, or none
   * @throws SQLException if the tables cannot be read
   */
  static QuartzDatabase read(Connection connection, String prefix, @Nullable String schedulerName)
      throws SQLException {
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    var name = schedulerName == null ? onlyScheduler(connection, prefix) : schedulerName;
    var database = new QuartzDatabase(connection, prefix, name);
    database.initialize();
    return database;
  }

  /** The triggers in the order of their names. */
  List<TriggerKey> triggers() throws SQLException {
    Set<TriggerKey> keys =
        delegate.selectTriggersInGroup(connection, GroupMatcher.anyTriggerGroup());
    return keys.stream().sorted().toList();
  }

  /**
   * Reads one trigger.
   *
   * @throws ImportException if it holds objects of unknown classes, or refers to missing rows
   * @throws RuntimeException of any class, if Quartz cannot read a row
   * @throws SQLException if the tables cannot be read
   */
  StoredTrigger trigger(TriggerKey key) throws SQLException {
    try {
      checkZone(key);
      @Nullable OperableTrigger trigger = delegate.selectTrigger(connection, key);
      if (trigger == null) {
        throw new ImportException("%sBLOB_TRIGGERS has no trigger for it".formatted(prefix));
      }
      return new StoredTrigger(
          trigger,
          delegate.selectTriggerState(connection, key),
          job(trigger.getJobKey()),
          calendar(trigger.getCalendarName()));
    } catch (ClassNotFoundException e) {
      throw new ImportException(
          "it contains an object of class %s, which is not on the class path"
              .formatted(e.getMessage()));
    } catch (IOException | JobPersistenceException e) {
      throw ImportException.unreadable(e);
    } catch (SQLException e) {
      if (isTransactionOver()) {
        throw e;
      }
      throw ImportException.unreadable(e);
    }
  }

  /** After an error of the server, but not after a value that the driver cannot read. */
  private boolean isTransactionOver() {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  /** Quartz reads a time zone that it does not know as GMT. */
  private void checkZone(TriggerKey key) throws SQLException {
    try (PreparedStatement zones =
        connection.prepareStatement(
            """
            SELECT coalesce(cron.time_zone_id, props.str_prop_2) FROM %1$striggers
            LEFT JOIN %1$scron_triggers AS cron USING (sched_name, trigger_name, trigger_group)
            LEFT JOIN %1$ssimprop_triggers AS props
              USING (sched_name, trigger_name, trigger_group)
            WHERE sched_name = ? AND trigger_name = ? AND trigger_group = ?
              AND trigger_type IN ('CRON', 'CAL_INT')
            """
                .formatted(prefix))) {
      zones.setString(1, schedulerName);
      zones.setString(2, key.getName());
      zones.setString(3, key.getGroup());
      try (ResultSet row = zones.executeQuery()) {
        String zone = row.next() ? row.getString(1) : null;
        if (zone != null && isUnknown(zone)) {
          throw new ImportException(
              "its time zone '%s' is unknown to Java, and Quartz fires it in GMT".formatted(zone));
        }
      }
    }
  }

  private static boolean isUnknown(String zone) {
    return TimeZone.getTimeZone(zone).getID().equals("GMT")
        && !zone.isEmpty()
        && !zone.matches("GMT([+-]00?(:?00)?)?");
  }

  private StoredJob job(JobKey key) throws SQLException, IOException, ClassNotFoundException {
    @Nullable JobDetail detail = delegate.selectJobDetail(connection, key, new NoJobClasses());
    if (detail == null) {
      throw new ImportException("%sJOB_DETAILS has no job '%s'".formatted(prefix, key));
    }
    try (PreparedStatement job =
        connection.prepareStatement(
            """
            SELECT job_class_name, is_nonconcurrent, is_update_data FROM %sjob_details
            WHERE sched_name = ? AND job_name = ? AND job_group = ?
            """
                .formatted(prefix))) {
      job.setString(1, schedulerName);
      job.setString(2, key.getName());
      job.setString(3, key.getGroup());
      try (ResultSet row = job.executeQuery()) {
        row.next();
        return new StoredJob(
            row.getString(1), !row.getBoolean(2), row.getBoolean(3), detail.getJobDataMap());
      }
    }
  }

  private @Nullable Calendar calendar(@Nullable String name)
      throws SQLException, IOException, ClassNotFoundException {
    if (name == null) {
      return null;
    }
    @Nullable Calendar calendar = delegate.selectCalendar(connection, name);
    if (calendar == null) {
      throw new ImportException("%sCALENDARS has no calendar '%s'".formatted(prefix, name));
    }
    return calendar;
  }

  private void initialize() throws SQLException {
    try {
      delegate.initialize(
          LoggerFactory.getLogger(PostgreSQLDelegate.class),
          prefix,
          schedulerName,
          "import",
          new NoJobClasses(),
          dataIsText(),
          "");
    } catch (NoSuchDelegateException e) {
      throw new IllegalStateException(e);
    }
  }

  // With useProperties Quartz writes text where it writes serialized objects otherwise, and says so
  // nowhere in the tables. One damaged row among objects is no text
  private boolean dataIsText() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT coalesce(bool_and(substring(job_data FOR 2) <> '\\xaced'), false)
                FROM (SELECT sched_name, job_data FROM %1$sjob_details
                      UNION ALL SELECT sched_name, job_data FROM %1$striggers) AS stored
                WHERE sched_name = '%2$s' AND length(job_data) > 0
                """
                    .formatted(prefix, schedulerName.replace("'", "''")))) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static String onlyScheduler(Connection connection, String prefix) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(DISTINCT sched_name), string_agg(DISTINCT sched_name, ', ') FROM %sjob_details"
                    .formatted(prefix))) {
      row.next();
      if (row.getInt(1) != 1) {
        throw new ImportException(
            row.getInt(1) == 0
                ? "%sJOB_DETAILS is empty: there is nothing to import".formatted(prefix)
                : "the tables belong to several schedulers (%s): choose one with --scheduler"
                    .formatted(row.getString(2)));
      }
      return row.getString(2);
    }
  }
}
