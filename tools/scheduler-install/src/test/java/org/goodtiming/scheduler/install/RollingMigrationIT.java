package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * While nodes are replaced one after the other, those of the version before work with the schema of
 * the next one.
 */
class RollingMigrationIT {
  private static final String DATABASE = "rolling";

  private static final String REQUIRED =
      """
      SELECT format('required %s.%s', table_name, column_name)
        FROM information_schema.columns
       WHERE table_schema = 'scheduler' AND is_nullable = 'NO' AND column_default IS NULL
             AND is_identity = 'NO' AND is_generated = 'NEVER'
      """;

  private static PlainPostgres server;

  @BeforeAll
  static void a_server_with_the_roles() throws Exception {
    server = new PlainPostgres();
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    for (DatabaseRole role : DatabaseRole.values()) {
      passwords.put(role, "of " + role);
    }
    DatabaseAddress other = DatabaseAddress.parse(server.url("other")).orElseThrow();
    for (Step step : new DatabaseInstallation(other, "postgres", "").steps(passwords)) {
      step.run();
    }
  }

  @Test
  void each_migration_leaves_what_nodes_of_the_version_before_use() throws Exception {
    List<String> migrations = SqlFiles.migrations();
    assertThat(migrations).hasSizeGreaterThan(1);
    server.createByHand(DATABASE, 1);
    for (String file : migrations.subList(1, migrations.size())) {
      Set<String> before = used();
      Set<String> tables = tables();
      Set<String> required = requiredColumns(tables);
      assertThat(before).hasSizeGreaterThan(500);

      server.execute(DATABASE, "SET ROLE scheduler_owner", SqlFiles.migration(file));

      assertThat(used()).as(file).containsAll(before);
      assertThat(requiredColumns(tables))
          .as("columns that an INSERT of the version before does not set, after " + file)
          .isSubsetOf(required);
    }
  }

  /** Columns, keys, functions and rights, by their text. */
  private static Set<String> used() throws SQLException {
    return rows(
        """
        SELECT format('column %s.%s %s', table_name, column_name, data_type)
          FROM information_schema.columns WHERE table_schema = 'scheduler'
        UNION ALL SELECT format('key %s %s', conrelid::regclass, pg_get_constraintdef(oid))
          FROM pg_constraint WHERE connamespace = 'scheduler'::regnamespace AND contype IN ('p', 'u')
        UNION ALL SELECT format('function %s %s', oid::regprocedure, pg_get_function_result(oid))
          FROM pg_proc WHERE pronamespace = 'scheduler'::regnamespace
        UNION ALL SELECT format('%s may %s %s.%s', grantee, privilege_type, table_name, column_name)
          FROM information_schema.column_privileges WHERE table_schema = 'scheduler'
        UNION ALL SELECT format('%s may %s %s', grantee, privilege_type, table_name)
          FROM information_schema.role_table_grants WHERE table_schema = 'scheduler' AND privilege_type = 'DELETE'
        UNION ALL SELECT format('%s may call %s', grantee, specific_name)
          FROM information_schema.role_routine_grants WHERE routine_schema = 'scheduler'
        """);
  }

  private static Set<String> tables() throws SQLException {
    return rows("SELECT tablename FROM pg_tables WHERE schemaname = 'scheduler'");
  }

  /** The required columns of the tables that nodes of the previous version know. */
  private static Set<String> requiredColumns(Set<String> tables) throws SQLException {
    Set<String> required = rows(REQUIRED);
    required.removeIf(
        column -> !tables.contains(column.substring("required ".length(), column.indexOf('.'))));
    return required;
  }

  private static Set<String> rows(String query) throws SQLException {
    Set<String> rows = new TreeSet<>();
    try (Connection connection = server.connect(DATABASE);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }
}
