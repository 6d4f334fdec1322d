package org.goodtiming.scheduler.cli.support;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Version and settings of a database; settings of the kinds that can have a secret are left out.
 */
public final class DatabaseFacts {
  private static final String SETTINGS =
      """
      SELECT 'schema', max(version)::text FROM scheduler.schema_version
      UNION ALL
      SELECT 'server', version()
      UNION ALL
      (SELECT name, setting || coalesce(' ' || unit, '') FROM pg_settings
        WHERE source <> 'default'
          AND category ~ '^(Resource Usage|Vacuuming|Autovacuum|Write-Ahead Log / (Settings|Checkpoints)|Query Tuning|\
      Statistics|Lock Management|Client Connection Defaults / (Statement Behavior|Locale)|Connections and Authentication / \
      (Connection Settings|TCP Settings)|Preset Options)'
        ORDER BY name)
      """;

  private DatabaseFacts() {}

  /** A line for each fact. */
  public static String text(Connection connection) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SETTINGS)) {
      while (row.next()) {
        text.append(row.getString(1)).append(" = ").append(row.getString(2)).append('\n');
      }
    }
    return text.toString();
  }
}
