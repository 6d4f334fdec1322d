package org.goodtiming.scheduler.quartz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.quartz.Scheduler;

/** {@code ./scheduler import quartz}, from tables that Quartz itself cannot read. */
class UnreadableTriggersIT {
  private static final Path DIRECTORY = Path.of("target", "postgres").toAbsolutePath();

  /** None of them is read, so no scheduler is needed. */
  @Test
  void each_trigger_that_cannot_be_imported_has_its_reason() throws IOException, SQLException {
    Files.createDirectories(DIRECTORY);
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder().setOverrideWorkingDirectory(DIRECTORY.toFile()).start();
        Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(tables());
      statement.execute(
          """
          INSERT INTO qrtz_job_details VALUES
            ('shop', 'report', 'DEFAULT', NULL, 'com.example.ReportJob', true, false, false, false, NULL);
          INSERT INTO qrtz_triggers
          SELECT 'shop', name, 'DEFAULT', 'report', 'DEFAULT', NULL, 4102444800000, -1, 5,
                 state, type, 0, 0, calendar, 0, data
          FROM (VALUES ('bad-cron', 'WAITING', 'CRON', NULL, NULL),
                       ('bad-data', 'WAITING', 'CRON', NULL, 'nonsense'::bytea),
                       ('bad-object', 'WAITING', 'BLOB', NULL, NULL),
                       ('bad-type', 'WAITING', 'MOON', NULL, NULL),
                       ('broken', 'ERROR', 'CRON', NULL, NULL),
                       ('huge', 'WAITING', 'SIMPLE', NULL, NULL),
                       ('mars', 'WAITING', 'CRON', NULL, NULL),
                       ('no-calendar', 'WAITING', 'CRON', 'holidays', NULL),
                       ('no-object', 'WAITING', 'BLOB', NULL, NULL),
                       ('no-row', 'WAITING', 'CRON', NULL, NULL),
                       ('venus', 'WAITING', 'CAL_INT', NULL, NULL))
               AS row (name, state, type, calendar, data);
          INSERT INTO qrtz_cron_triggers
          SELECT 'shop', name, 'DEFAULT', expression, zone
          FROM (VALUES ('bad-cron', '0 0 6 * *', NULL),
                       ('bad-data', '0 0 6 * * ?', NULL),
                       ('broken', '0 0 6 * * ?', NULL),
                       ('mars', '0 0 6 * * ?', 'Mars/Phobos'),
                       ('no-calendar', '0 0 6 * * ?', 'Europe/Berlin'))
               AS row (name, expression, zone);
          INSERT INTO qrtz_blob_triggers VALUES ('shop', 'bad-object', 'DEFAULT', 'nonsense');
          INSERT INTO qrtz_simple_triggers VALUES
            ('shop', 'huge', 'DEFAULT', 10000000000, 60000, 0);
          INSERT INTO qrtz_simprop_triggers (sched_name, trigger_name, trigger_group, str_prop_1, str_prop_2, int_prop_1)
            VALUES ('shop', 'venus', 'DEFAULT', 'DAY', 'Venus/Maxwell', 1);
          UPDATE qrtz_job_details SET job_data = '\\xaced0005737200116a6176612e7574696c2e486173684d61700507dac1c31660d103000246000a6c6f6164466163746f724900097468726573686f6c6478703f400000000000007708000000100000000078';
          """);

      StringWriter out = new StringWriter();
      int status =
          ImportCommand.commandLine()
              .setOut(new PrintWriter(out))
              .execute(
                  "quartz",
                  "--from=" + server.getJdbcUrl("postgres", "postgres"),
                  "--user=postgres",
                  "--queue=com.example.ReportJob=report",
                  "--api=http://127.0.0.1:1");
      assertThat(out.toString())
          .isEqualToNormalizingNewlines(
              """
              bad-cron: not imported, Quartz cannot read it: CronExpression '0 0 6 * *' is invalid.
              bad-data: not imported, Quartz cannot read it: Error serializing trigger: DEFAULT.bad-data
              bad-object: not imported, Quartz cannot read it: The column name BLOB_DATA was not found in this ResultSet.
              bad-type: not imported, Quartz cannot read it: No TriggerPersistenceDelegate for trigger discriminator type: MOON
              broken: not imported, its state is ERROR, in which Quartz does not fire it: reset or delete it in Quartz
              huge: not imported, Quartz cannot read it: Bad value for type int : 10000000000
              mars: not imported, its time zone 'Mars/Phobos' is unknown to Java, and Quartz fires it in GMT
              no-calendar: not imported, qrtz_CALENDARS has no calendar 'holidays'
              no-object: not imported, qrtz_BLOB_TRIGGERS has no trigger for it
              no-row: not imported, Quartz cannot read it: No record found for selection of Trigger with key: 'DEFAULT.no-row' and statement: SELECT * FROM qrtz_CRON_TRIGGERS WHERE SCHED_NAME = 'shop' AND TRIGGER_NAME = ? AND TRIGGER_GROUP = ?
              venus: not imported, its time zone 'Venus/Maxwell' is unknown to Java, and Quartz fires it in GMT
              0 imported, 11 not
              """);
      assertThat(status).isEqualTo(1);
    }
  }

  private static String tables() throws IOException {
    try (InputStream script =
        Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_postgres.sql")) {
      return new String(script.readAllBytes(), UTF_8);
    }
  }
}
