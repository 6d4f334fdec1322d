package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.install.SqlFiles;

/**
 * The schema.
 *
 * @param found the last migration; 0 if there is none, {@code needed} if the login may not see it
 * @param needed by this version
 */
record SchemaState(int found, int needed) {

  static SchemaState read(Query query) throws SQLException {
    int needed = SqlFiles.newestMigration();
    List<Boolean> mayRead =
        query.rows(
            """
            SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'scheduler' AND c.relname = 'schema_version'
            """,
            row -> row.getBoolean(1));
    if (mayRead.isEmpty()) {
      return new SchemaState(0, needed);
    }
    int found =
        mayRead.get(0)
            ? query.row("SELECT max(version) FROM scheduler.schema_version", row -> row.getInt(1))
            : needed;
    return new SchemaState(found, needed);
  }

  boolean exists() {
    return found > 0;
  }

  boolean isCurrent() {
    return found == needed;
  }

  /**
   * @param install creates what is missing
   */
  List<Finding> findings(String url, Cure install) {
    if (!exists()) {
      return List.of(
          new Finding(
              FindingCode.NO_SCHEMA, "there is no table scheduler.schema_version", install));
    }
    if (found < needed) {
      return List.of(
          new Finding(
              FindingCode.OLD_SCHEMA,
              "the schema has version %d; nodes of this version need %d, and do not start"
                  .formatted(found, needed),
              Cure.by("goodtiming", "migrate", "--url", url)));
    }
    return found == needed
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.NEW_SCHEMA,
                "the schema has version %d, this command line knows %d".formatted(found, needed),
                Cure.advice("use the command line of the release that the nodes have")));
  }
}
