package org.goodtiming.scheduler.install;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.postgresql.PGConnection;

/** Sets up a database: creates what is missing, and changes nothing that is there. */
public final class DatabaseInstallation {
  private static final String MAINTENANCE = "postgres";
  private static final int OLDEST = 16;
  private static final String WRONG_PASSWORD = "28P01";
  private static final String NO_RIGHT = "42501";

  private final DatabaseAddress address;
  private final DatabaseAddress maintenance;
  private final String admin;
  private final String password;

  /**
   * @param address of the database, which may not exist
   * @param admin a superuser, or a role with CREATEROLE, and CREATEDB if the database does not
   *     exist
   */
  public DatabaseInstallation(DatabaseAddress address, String admin, String password) {
    this.address = address;
    this.maintenance = address.withDatabase(MAINTENANCE);
    this.admin = admin;
    this.password = password;
  }

  /**
   * The roles that cannot log in until they get a password. An administrator who is no superuser
   * sees only which roles exist.
   */
  public Set<DatabaseRole> rolesWithoutPassword() throws SQLException {
    Set<DatabaseRole> roles = EnumSet.allOf(DatabaseRole.class);
    boolean seesPasswords = is("has_table_privilege('pg_authid', 'SELECT')");
    List<String> ready =
        texts(
            seesPasswords
                ? "SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL"
                : "SELECT rolname FROM pg_roles");
    roles.removeIf(role -> ready.contains(role.login()));
    return roles;
  }

  /** Whether the server says that a role has another password. */
  public boolean refuses(DatabaseRole role, String secret) {
    try (Connection connection = maintenance.connect(role.login(), secret)) {
      return false;
    } catch (SQLException e) {
      // Any other reason comes after the password: the role may not connect to this database
      return WRONG_PASSWORD.equals(e.getSQLState());
    }
  }

  /**
   * The steps to take, in this order.
   *
   * @param passwords new passwords of roles
   * @throws SQLException if the database does not answer or is too old, or the administrator lacks
   *     a right
   */
  public List<Step> steps(Map<DatabaseRole, String> passwords) throws SQLException {
    checkVersion();
    List<Step> steps = new ArrayList<>();
    boolean exists = exists();
    checkRights(exists);
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
    Set<String> settings = settingsOfSuperuser();
    List<String> all = RoleScript.missing(existingRoles());
    List<String> roles =
        new ArrayList<>(
            all.stream().filter(each -> !settings.contains(RoleScript.setting(each))).toList());
    if (!is("(SELECT rolsuper FROM pg_roles WHERE rolname = session_user)")) {
      // Who creates a role may grant it, and does not get it
      roles.add("GRANT %s TO SESSION_USER".formatted(DatabaseRole.OWNER.login()));
    }
    steps.add(
        new Step(
            all.size() == 1
                ? "Grant the rights of roles.sql; the roles exist"
                : "Create roles, and grant the rights of roles.sql",
            roles,
            () -> run(address, roles)));
    List<String> left =
        all.stream().filter(each -> settings.contains(RoleScript.setting(each))).toList();
    if (!left.isEmpty()) {
      steps.add(
          Step.note(
              "Leave settings of roles that only a superuser may set: " + String.join(" ", left)));
    }
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

  private void checkRights(boolean exists) throws SQLException {
    String needed = exists ? "CREATEROLE" : "CREATEROLE and CREATEDB";
    if (!is(
        "(SELECT rolsuper OR rolcreaterole AND (rolcreatedb OR %s) FROM pg_roles WHERE rolname = session_user)"
            .formatted(exists))) {
      throw new SQLException(
          "%s needs %s: name with --admin a role that has them, or a superuser"
              .formatted(admin, needed),
          NO_RIGHT);
    }
  }

  /** The settings of roles.sql that this administrator may not change. */
  private Set<String> settingsOfSuperuser() throws SQLException {
    return new HashSet<>(
        texts(
            "SELECT name FROM pg_settings WHERE context IN ('superuser', 'superuser-backend') AND NOT has_parameter_privilege(name, 'SET')"));
  }

  private boolean exists() throws SQLException {
    return is(
        "EXISTS (SELECT FROM pg_database WHERE datname = '%s')"
            .formatted(address.database().replace("'", "''")));
  }

  private boolean is(String condition) throws SQLException {
    return texts("SELECT " + condition).contains("t");
  }

  private List<String> texts(String query) throws SQLException {
    try (Connection connection = maintenance.connect(admin, password);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
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
