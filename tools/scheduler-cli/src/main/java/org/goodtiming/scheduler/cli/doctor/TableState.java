package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the schema.
 *
 * @param name with its schema
 * @param unlogged whether a crash empties it
 * @param vacuumed whether autovacuum works on it
 * @param live rows, an estimate
 * @param dead rows that are to be removed, an estimate
 * @param invalidIndexes with their schema
 */
record TableState(
    String name,
    boolean unlogged,
    boolean vacuumed,
    long live,
    long dead,
    List<String> invalidIndexes) {
  private static final long MANY = 10_000;

  static List<TableState> read(Query query) throws SQLException {
    return query.rows(
        """
        SELECT c.oid::regclass::text AS name, c.relpersistence = 'u' AS unlogged,
               NOT coalesce('autovacuum_enabled=false' = ANY (c.reloptions) OR 'autovacuum_enabled=off' = ANY (c.reloptions),
                            false) AS vacuumed,
               coalesce(pg_stat_get_live_tuples(c.oid), 0) AS live, coalesce(pg_stat_get_dead_tuples(c.oid), 0) AS dead,
               ARRAY(SELECT i.indexrelid::regclass::text FROM pg_index i WHERE i.indrelid = c.oid AND NOT i.indisvalid) AS invalid
          FROM pg_class c
         WHERE c.relnamespace = 'scheduler'::regnamespace AND c.relkind = 'r'
         ORDER BY c.relname
        """,
        row ->
            new TableState(
                row.getString("name"),
                row.getBoolean("unlogged"),
                row.getBoolean("vacuumed"),
                row.getLong("live"),
                row.getLong("dead"),
                List.of((String[]) row.getArray("invalid").getArray())));
  }

  List<Finding> findings(Psql psql) {
    List<Finding> findings = new ArrayList<>();
    if (unlogged) {
      findings.add(
          new Finding(
              FindingCode.UNLOGGED,
              name + " is UNLOGGED",
              psql.run("ALTER TABLE %s SET LOGGED".formatted(name))));
    }
    if (!vacuumed) {
      findings.add(
          new Finding(
              FindingCode.NO_AUTOVACUUM,
              "autovacuum_enabled of %s is off".formatted(name),
              psql.run("ALTER TABLE %s RESET (autovacuum_enabled)".formatted(name))));
    }
    if (dead > MANY && dead > live) {
      findings.add(
          new Finding(
              FindingCode.DEAD_ROWS,
              "%s has %,d dead rows and %,d live ones".formatted(name, dead, live),
              psql.run("VACUUM (ANALYZE) " + name)));
    }
    for (String index : invalidIndexes) {
      findings.add(
          new Finding(
              FindingCode.INVALID_INDEX,
              "%s of %s is invalid".formatted(index, name),
              psql.run("REINDEX INDEX CONCURRENTLY " + index)));
    }
    return findings;
  }
}
