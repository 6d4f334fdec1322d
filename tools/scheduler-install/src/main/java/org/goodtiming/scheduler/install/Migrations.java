package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The migrations of a database, by Flyway, whose history is beside the tables. */
public final class Migrations {
  private static final String SCHEMA = "scheduler";
  private static final String REST = "Restore what the schema lacks then";

  // It warns that the first migration makes a schema if there is none; held here, or it would be
  // forgotten.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.flywaydb");

  private final DatabaseAddress address;
  private final String login;
  private final String password;

  /**
   * @param login the owner of the schema, or a role that may become it
   */
  public Migrations(DatabaseAddress address, String login, String password) {
    this.address = address;
    this.login = login;
    this.password = password;
    LIBRARY_LOG.setLevel(Level.OFF);
  }

  /**
   * The step that brings the schema up to date.
   *
   * @return empty if it is
   * @throws SQLException if the database does not answer, or its history does not match this
   *     version; the cause then is an exception of Flyway
   */
  public List<Step> steps() throws SQLException {
    int version = versionWithoutHistory();
    Flyway flyway = flyway(version);
    try {
      flyway.validate();
      List<String> files =
          Arrays.stream(flyway.info().pending())
              .filter(each -> Integer.parseInt(each.getVersion().getVersion()) > version)
              .map(MigrationInfo::getScript)
              .toList();
      return steps(files, flyway);
    } catch (FlywayException e) {
      throw failure(e);
    }
  }

  /**
   * The steps that bring the schema up to date, and restore what it lacks.
   *
   * @return empty if it is as the migrations make it
   * @throws SQLException as {@link #steps}
   */
  public List<Step> stepsWithRepair() throws SQLException {
    SchemaRepair repair = new SchemaRepair(address, login, password);
    if (repair.ownersDiffer()) {
      // Flyway would not see its history
      return List.of(repair.owners(), new Step(REST, List.of(), this::repairRest));
    }
    List<Step> steps = new ArrayList<>(steps());
    if (steps.isEmpty()) {
      return repair.steps();
    }
    steps.add(new Step(REST, List.of(), this::repairRest));
    return steps;
  }

  private void repairRest() throws SQLException, IOException {
    for (Step step : stepsWithRepair()) {
      step.run();
    }
  }

  /** All migrations, for a database that does not exist yet. */
  List<Step> allSteps() {
    return steps(SqlFiles.migrations(), flyway(0));
  }

  private static List<Step> steps(List<String> files, Flyway flyway) {
    if (files.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Step(
            "Run %d migrations, up to %s".formatted(files.size(), files.get(files.size() - 1)),
            files.stream().map(file -> "-- " + file + "\n" + SqlFiles.migration(file)).toList(),
            () -> migrate(flyway)));
  }

  private static void migrate(Flyway flyway) throws SQLException {
    try {
      flyway.migrate();
    } catch (FlywayException e) {
      throw failure(e);
    }
  }

  private static SQLException failure(FlywayException e) {
    return new SQLException(e.getMessage(), e);
  }

  /**
   * @param version the last migration that was run without Flyway, which begins its history there
   */
  private Flyway flyway(int version) {
    FluentConfiguration configuration =
        Flyway.configure()
            .dataSource(address.dataSource(login, password))
            .initSql("SET ROLE " + DatabaseRole.OWNER.login())
            .locations(SqlFiles.LOCATION)
            .ignoreMigrationPatterns("*:pending", "*:future")
            .defaultSchema(SCHEMA);
    if (version > 0) {
      configuration.baselineOnMigrate(true).baselineVersion(Integer.toString(version));
    }
    return configuration.load();
  }

  /** The last migration that was run with psql; 0 if there is none, or Flyway has a history. */
  private int versionWithoutHistory() throws SQLException {
    try (Connection connection = address.connect(login, password);
        Statement statement = connection.createStatement()) {
      statement.execute("SET ROLE " + DatabaseRole.OWNER.login());
      return exists(statement, "schema_version") && !exists(statement, "flyway_schema_history")
          ? number(statement, "SELECT max(version) FROM scheduler.schema_version")
          : 0;
    }
  }

  private static boolean exists(Statement statement, String table) throws SQLException {
    return number(
            statement,
            "SELECT count(*) FROM pg_tables WHERE schemaname = '%s' AND tablename = '%s'"
                .formatted(SCHEMA, table))
        == 1;
  }

  private static int number(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getInt(1);
    }
  }
}
