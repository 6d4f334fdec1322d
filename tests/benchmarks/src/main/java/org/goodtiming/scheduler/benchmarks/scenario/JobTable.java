package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.benchmarks.Ledger;
import org.goodtiming.scheduler.benchmarks.Table;

/** The table of waiting jobs, and its size on disk. */
record JobTable(DataSource database) {
  private static final String NAME = "scheduler.job";

  private static final String SIZES =
      """
      SELECT 'table', pg_table_size('scheduler.job')
       UNION ALL
      (SELECT indexrelname::text, pg_relation_size(indexrelid) FROM pg_stat_user_indexes
        WHERE relid = 'scheduler.job'::regclass ORDER BY indexrelname)""";

  /** Bytes by name: the table with its maps and long values, then each index. */
  Map<String, Long> sizes() throws SQLException {
    var sizes = new LinkedHashMap<String, Long>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(SIZES)) {
      while (row.next()) {
        sizes.put(row.getString(1), row.getLong(2));
      }
    }
    return sizes;
  }

  long deadRows() throws SQLException {
    return Table.number(
        database,
        "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = 'scheduler.job'::regclass");
  }

  long autovacuums() throws SQLException {
    return Table.number(
        database,
        "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relid = 'scheduler.job'::regclass");
  }

  void vacuum() throws SQLException {
    new Table(database, NAME).vacuum();
  }

  /**
   * Vacuums it, and has all that was changed written at once instead of during the next minutes.
   */
  void settle() throws SQLException {
    vacuum();
    Table.run(database, "CHECKPOINT");
  }

  /** Removes and books all rows. */
  void cancelAll() throws SQLException {
    new Ledger(database).book("cancelled", Table.number(database, "SELECT count(*) FROM " + NAME));
    Table.run(database, "TRUNCATE " + NAME);
    vacuum();
  }
}
