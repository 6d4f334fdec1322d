package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings on which durability and tables of stable size depend.
 *
 * @param values by name, as {@code current_setting} has them
 */
record ServerSettings(Map<String, String> values) {
  private static final Map<String, String> LOSSES =
      Map.of(
          "fsync", "a crash of the machine can lose or damage what was committed",
          "full_page_writes", "a crash of the machine can damage pages",
          "synchronous_commit", "a crash can lose jobs whose registration was confirmed");

  static ServerSettings read(Query query) throws SQLException {
    Map<String, String> values = new TreeMap<>();
    query.rows(
        "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'track_counts')",
        row -> values.put(row.getString("name"), row.getString("setting")));
    return new ServerSettings(values);
  }

  List<Finding> findings(Psql psql) {
    List<Finding> findings = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          if (value.equals("off")) {
            findings.add(
                LOSSES.containsKey(name)
                    ? new Finding(
                        FindingCode.NOT_DURABLE,
                        "%s is off: %s".formatted(name, LOSSES.get(name)),
                        psql.set(name, "on"))
                    : new Finding(
                        FindingCode.NO_AUTOVACUUM,
                        "%s is off: the tables grow, and statements become slow".formatted(name),
                        psql.set(name, "on")));
          }
        });
    return findings;
  }
}
