package org.goodtiming.scheduler.operations.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Resubmits and deletes rows of the quarantine for operators, in the caller's transaction. */
@Singleton
public final class QuarantineChanges {

  private final Statements statements;
  private final Audit audit;

  @Inject
  QuarantineChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Asks the nodes to register what the row holds, as scheduler.resubmit does.
   *
   * @return false if there is no such row
   */
  public boolean resubmit(String login, long id) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.quarantine
                   SET resubmit_requested_at = clock_timestamp(), resubmit_requested_by = :login, resubmit_refused_at = NULL,
                       resubmit_refusal = NULL
                 WHERE id = :id
                RETURNING json_build_object('stage', stage, 'code', code, 'queue', queue, 'jobId', job_id)::text
                """)
            .set("login", login)
            .set("id", id);
    Optional<String> before = run(sql);
    before.ifPresent(row -> audit.note(login, "resubmit", subject(id), row, row));
    return before.isPresent();
  }

  /**
   * Deletes the row; the ledger still counts its job as quarantined.
   *
   * @return false if there is no such row
   */
  public boolean discard(String login, long id) {
    Optional<String> before =
        run(new SqlText("SELECT scheduler.discard_quarantined(:id)::text", id));
    before.ifPresent(row -> audit.note(login, "delete quarantined", subject(id), row, null));
    return before.isPresent();
  }

  private Optional<String> run(SqlText sql) {
    List<Optional<String>> found =
        statements.query(
            "change the quarantine", sql, row -> Optional.ofNullable(row.getString(1)));
    return found.stream().flatMap(Optional::stream).findFirst();
  }

  private static String subject(long id) {
    return "quarantine row " + id;
  }
}
