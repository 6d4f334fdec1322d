package org.goodtiming.scheduler.install;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.postgresql.PGConnection;

/** Sets up a database: creates what is missing, and changes nothing that is there. */
public final class DatabaseInstallation {
  private static final String MAINTENANCE = "postgres";
  private static final int OLDEST = 16;

  private final DatabaseAddress address;
  private final DatabaseAddress maintenance;
  private final String admin;
  private final String password;

  /**
   * @param address of the database, which need not exist
   * @param admin a superuser
   */
  public DatabaseInstallation(DatabaseAddress address, String admin, String password) {
    this.address = address;
    this.maintenance = address.withDatabase(MAINTENANCE);
    this.admin = admin;
    this.password = password;
  }

  /** The roles that cannot log in until they get a password. */
  public Set<DatabaseRole> rolesWithoutPassword() throws SQLException {
    Set<DatabaseRole> roles = EnumSet.allOf(DatabaseRole.class);
    try (Connection connection = maintenance.connect(admin, password);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL")) {
      while (row.next()) {
        String name = row.getString(1);
        roles.removeIf(role -> role.login().equals(name));
      }
    }
    return roles;
  }

  /**
   * What is to be done, in this order.
   *
   * @param passwords of roles that get a new one
   * @throws SQLException if the database does not answer or is too old, or the administrator lacks
   *     a right
   */
  public List<Step> steps(Map<DatabaseRole, String> passwords) throws SQLException {
    checkVersion();
    List<Step> steps = new ArrayList<>();
    boolean exists = exists();
    if (!exists) {
      String statement =
          "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8'"
              .formatted(name(address.database()));
      steps.add(
          new Step(
              "Create database " + address.database(),
              List.of(statement),
              () -> run(maintenance, List.of(statement))));
    }
    List<String> roles = RoleScript.missing(existingRoles());
    steps.add(
        new Step(
            roles.size() == 1
                ? "Grant the rights of roles.sql; the roles exist"
                : "Create roles, and grant the rights of roles.sql",
            roles,
            () -> run(address, roles)));
    passwords.forEach((role, secret) -> steps.add(passwordStep(role, secret)));
    Migrations migrations = new Migrations(address, admin, password);
    steps.addAll(exists && ownerExists() ? migrations.stepsWithRepair() : migrations.allSteps());
    return steps;
  }

  /** The server gets a hash of it: a statement with the password could reach its log. */
  private Step passwordStep(DatabaseRole role, String secret) {
    return new Step(
        "Set the password of " + role.login(),
        List.of("ALTER ROLE %s PASSWORD '...'".formatted(role.login())),
        () -> {
          try (Connection connection = maintenance.connect(admin, password)) {
            connection
                .unwrap(PGConnection.class)
                .alterUserPassword(role.login(), secret.toCharArray(), "scram-sha-256");
          }
        });
  }

  /** The migrations use IS JSON. */
  private void checkVersion() throws SQLException {
    try (Connection connection = maintenance.connect(admin, password)) {
      int version = connection.getMetaData().getDatabaseMajorVersion();
      if (version < OLDEST) {
        throw new SQLException(
            "PostgreSQL %d or newer is needed, this is %d".formatted(OLDEST, version));
      }
    }
  }

  private boolean exists() throws SQLException {
    String query =
        "SELECT FROM pg_database WHERE datname = '%s'"
            .formatted(address.database().replace("'", "''"));
    try (Connection connection = maintenance.connect(admin, password);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next();
    }
  }

  private boolean ownerExists() throws SQLException {
    return existingRoles().containsKey(DatabaseRole.OWNER.login());
  }

  private Map<String, Map<String, String>> existingRoles() throws SQLException {
    Map<String, Map<String, String>> roles = new TreeMap<>();
    try (Connection connection = maintenance.connect(admin, password);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT rolname, coalesce(rolconfig, '{}') FROM pg_roles WHERE rolname LIKE 'scheduler\\_%'")) {
      while (row.next()) {
        roles.put(row.getString(1), RoleScript.settings((String[]) row.getArray(2).getArray()));
      }
    }
    return roles;
  }

  /** All or nothing, as far as PostgreSQL allows it: it creates a database in no transaction. */
  private void run(DatabaseAddress target, List<String> statements) throws SQLException {
    try (Connection connection = target.connect(admin, password);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(statements.size() == 1);
      for (String each : statements) {
        statement.execute(each);
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }

  private static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
