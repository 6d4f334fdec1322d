package org.goodtiming.scheduler.job.upkeep;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** registered = waiting + dispatched + cancelled + expired + quarantined, at any moment. */
@Singleton
public final class Ledger {

  private final Statements statements;

  @Inject
  public Ledger(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * A job that dispatch had quarantined has been registered again, which does not count as a new
   * job.
   *
   * @param waits false if a later cancel has removed it
   */
  public void leftQuarantine(boolean waits) {
    String sql =
        """
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        VALUES ('quarantined', -1), (CASE WHEN :waits THEN 'registered' ELSE 'cancelled' END, CASE WHEN :waits THEN -1 ELSE 1 END)
        """;
    statements.update(
        "record in the ledger that a job left the quarantine",
        new SqlText(sql).set("waits", waits));
  }

  /**
   * Difference of the ledger: 0 unless a job was lost or added outside the scheduler. Counts all
   * waiting rows, and stores the difference, which costs other nodes nothing to read.
   */
  public long difference() {
    Found found =
        statements
            .query(
                "check the ledger",
                new SqlText(
                    "SELECT difference, statement_timestamp() AS checked_at FROM scheduler.ledger"),
                row -> new Found(row.getLong("difference"), Columns.instant(row, "checked_at")))
            .get(0);
    // A statement of its own: PostgreSQL counts rows in parallel only if it writes none
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.ledger_check (difference, checked_at) VALUES (:difference, :checked_at)
                ON CONFLICT (latest) DO UPDATE SET difference = EXCLUDED.difference, checked_at = EXCLUDED.checked_at
                """)
            .set("difference", found.difference())
            .set("checked_at", found.checkedAt());
    statements.update("store what the check of the ledger has found", sql);
    return found.difference();
  }

  private record Found(long difference, Instant checkedAt) {}
}
