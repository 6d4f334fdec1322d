package org.goodtiming.scheduler.execution;

import java.util.Collection;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Runs whose dead letter or report went to the quarantine without changing them: the
 * acknowledgement of their message does not end them.
 */
final class UnendedRuns {

  private final Statements statements;

  UnendedRuns(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * Adds the runs in the caller's transaction. Touches no row of a run, because that may have
   * caused the failure.
   *
   * @param fireIds may contain ids of no run
   */
  void add(Collection<UUID> fireIds) {
    statements.update(
        "note %d runs that are not ended".formatted(fireIds.size()),
        new SqlText("INSERT INTO scheduler.unended_run (fire_id) SELECT unnest(:fire_ids::uuid[])")
            .set("fire_ids", fireIds, UUID::toString));
  }

  /** Whether transactions that add runs are open, prepared ones too. */
  boolean areBeingAdded() {
    String sql =
        """
        SELECT FROM pg_locks
         WHERE locktype = 'relation' AND relation = 'scheduler.unended_run'::regclass AND mode = 'RowExclusiveLock'
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
        """;
    return !statements
        .query("see whether runs are noted as not ended", new SqlText(sql), row -> true)
        .isEmpty();
  }

  /**
   * Lets the runs wait no longer for their acknowledgement, except those that are locked: their
   * turn comes later.
   */
  void stopWaiting() {
    // Each free run is updated, whatever the snapshot shows of it: its dispatch may just have
    // committed
    String sql =
        """
        WITH free AS MATERIALIZED (
          SELECT e.fire_id FROM scheduler.execution e
           WHERE e.fire_id IN (SELECT u.fire_id FROM scheduler.unended_run u) FOR UPDATE OF e SKIP LOCKED),
        noted AS (
          DELETE FROM scheduler.unended_run u
           WHERE u.fire_id IN (SELECT fire_id FROM free)
              OR NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.fire_id = u.fire_id))
        UPDATE scheduler.execution e SET awaits_acknowledgement = false FROM free f WHERE e.fire_id = f.fire_id
        """;
    statements.update("let runs that are not ended wait no longer", new SqlText(sql));
  }
}
