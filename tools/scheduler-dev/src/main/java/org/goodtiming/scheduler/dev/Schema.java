package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseInstallation;
import org.goodtiming.scheduler.install.DatabaseRole;

/** Roles, migrations and the sample's tables, as {@code goodtiming install database} makes them. */
record Schema(Database database, Path sql, Path data) {

  private static final List<String> ONLY_WITH_PASSWORD =
      List.of(
          "# Written by the development stack: nobody without a password, not even on this machine",
          "host all all 127.0.0.1/32 scram-sha-256");

  void bringUpToDate() {
    try {
      install();
      createSampleRole();
      setPasswords();
      runSample();
    } catch (SQLException | IOException e) {
      throw e.getCause() instanceof FlywayValidateException changed
          ? Problem.CHANGED_MIGRATION.because(e, secondLine(changed))
          : Problem.NO_SCHEMA.because(e, firstLine(e));
    }
  }

  private void install() throws SQLException, IOException {
    var address = DatabaseAddress.parse(database.url()).orElseThrow();
    var installation =
        new DatabaseInstallation(
            address, DatabaseUser.SUPERUSER.role(), database.password(DatabaseUser.SUPERUSER));
    var passwords = new EnumMap<DatabaseRole, String>(DatabaseRole.class);
    for (var role : DatabaseRole.values()) {
      passwords.put(role, database.password(DatabaseUser.of(role)));
    }
    for (var step : installation.steps(passwords)) {
      step.run();
    }
  }

  private void createSampleRole() throws SQLException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
      if (isMissing(connection, "pg_roles WHERE rolname = '" + DatabaseUser.SHOP.role() + "'")) {
        run(connection, "CREATE ROLE " + DatabaseUser.SHOP.role() + " LOGIN");
      }
    }
  }

  /**
   * Sets the passwords of the users outside the scheduler; from now on all users need a password.
   */
  private void setPasswords() throws SQLException, IOException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
      for (var user : List.of(DatabaseUser.SUPERUSER, DatabaseUser.SHOP)) {
        run(
            connection,
            "ALTER ROLE " + user.role() + " PASSWORD '" + database.password(user) + "'");
      }
      Files.write(data.resolve("pg_hba.conf"), ONLY_WITH_PASSWORD);
      run(connection, "SELECT pg_reload_conf()");
    }
  }

  private void runSample() throws SQLException, IOException {
    var sample = sql.resolve("sample/shop.sql");
    if (Files.exists(sample)) {
      try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
        run(connection, Files.readString(sample));
      }
    }
  }

  private static String firstLine(Exception problem) {
    return lines(problem).findFirst().orElse("");
  }

  /** Flyway says in its second line which migration it is. */
  private static String secondLine(Exception problem) {
    return lines(problem).skip(1).findFirst().orElse("");
  }

  private static Stream<String> lines(Exception problem) {
    return String.valueOf(problem.getMessage()).lines();
  }

  private static boolean isMissing(Connection connection, String what) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT 1 FROM " + what)) {
      return !found.next();
    }
  }

  private static void run(Connection connection, String script) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(script);
    }
  }
}
