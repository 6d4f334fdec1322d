package org.goodtiming.scheduler.operations.overview;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads the overview for operators, with the pool of readers. */
@Singleton
public final class OverviewQueries {

  private static final String PURPOSE = "read the overview";
  private static final int MAX_LIST = 1_000;
  static final int MAX_LEDGER = 10_000;

  private final Statements statements;

  @Inject
  OverviewQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * The job ledger. The number of waiting jobs is that of the ledger. Its difference to the table
   * is that of now while there are few rows to count, otherwise what the leader found at the last
   * count.
   */
  public Row ledger() {
    SqlText sql =
        new SqlText(
                """
                SELECT t.registered, t.dispatched, t.cancelled, t.expired, t.quarantined, t.waiting,
                       CASE WHEN w.jobs <= :largest_ledger THEN t.waiting - w.jobs ELSE l.difference END AS difference,
                       CASE WHEN w.jobs <= :largest_ledger THEN statement_timestamp() ELSE l.checked_at END AS checked_at
                  FROM (SELECT e.*, e.registered - e.dispatched - e.cancelled - e.expired - e.quarantined AS waiting
                          FROM (SELECT coalesce(sum(jobs) FILTER (WHERE kind = 'registered'), 0)::bigint  AS registered,
                                       coalesce(sum(jobs) FILTER (WHERE kind = 'dispatched'), 0)::bigint  AS dispatched,
                                       coalesce(sum(jobs) FILTER (WHERE kind = 'cancelled'), 0)::bigint   AS cancelled,
                                       coalesce(sum(jobs) FILTER (WHERE kind = 'expired'), 0)::bigint     AS expired,
                                       coalesce(sum(jobs) FILTER (WHERE kind = 'quarantined'), 0)::bigint AS quarantined
                                  FROM scheduler.ledger_entry) e) t,
                       (SELECT count(*) AS jobs FROM (SELECT FROM scheduler.job LIMIT :limit) j) w
                       LEFT JOIN scheduler.ledger_check l ON true
                """)
            .set("largest_ledger", MAX_LEDGER)
            .set("limit", MAX_LEDGER + 1);
    return statements.query(PURPOSE, sql, Row::of).get(0);
  }

  /** Each counted up to {@link JobQueries#COUNT_CAP}. */
  public Row counts() {
    SqlText sql =
        new SqlText(
            """
            SELECT (SELECT count(*) FROM (SELECT FROM scheduler.quarantine LIMIT :limit) q) AS quarantined,
                   (SELECT count(*) FROM (SELECT FROM scheduler.in_doubt LIMIT :limit) d) AS in_doubt
            """,
            JobCount.CAP);
    return statements.query(PURPOSE, sql, Row::of).get(0);
  }

  /** The transactions in doubt that the leader last found, the oldest first. */
  public List<Row> inDoubt() {
    SqlText sql =
        new SqlText(
            """
            SELECT gtrid, node, scheduler.is_live(node) AS node_is_live, database_gid, broker_xid, verdict, first_seen_at, last_seen_at
              FROM scheduler.in_doubt ORDER BY first_seen_at, gtrid LIMIT :limit
            """,
            MAX_LIST);
    return statements.query(PURPOSE, sql, Row::of);
  }
}
