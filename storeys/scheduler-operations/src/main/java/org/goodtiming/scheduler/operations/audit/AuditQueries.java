package org.goodtiming.scheduler.operations.audit;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads the audit, with the pool of readers. */
@Singleton
public final class AuditQueries {

  private final Statements statements;

  @Inject
  AuditQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * The changes that a list shows; null stands for all.
   *
   * @param subject the beginning of the subject, such as the key of a job
   * @param changed when they were made
   */
  public record Filter(
      @Nullable String user,
      @Nullable String action,
      @Nullable String subject,
      TimeRange changed) {}

  /** A page, the latest change first, of changes before that id, or of all. */
  public RowPage list(Filter filter, @Nullable Long before, int size) {
    SqlText sql =
        new SqlText(
                """
                SELECT id, changed_at, changed_by, node, action, subject, before::text AS before, after::text AS after
                  FROM scheduler.audit
                """)
            .and("changed_by = :changed_by", filter.user())
            .and("action = :action", filter.action())
            .and("starts_with(subject, :subject_prefix)", filter.subject())
            .and("id < :id_before", before);
    filter.changed().restrict(sql, "changed_at");
    sql.then("ORDER BY id DESC LIMIT :limit", size + 1);
    return RowPage.of(statements.query("read the audit", sql, Row::of), size, "id");
  }
}
