package org.goodtiming.scheduler.execution;

import jakarta.json.spi.JsonProvider;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Stores the notes of workers about their runs, in the caller's transaction. */
final class RunNoteStore {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String KEEP =
      """
      WITH noted AS MATERIALIZED (
        SELECT e.fire_id, e.attempt, n.checkpoint, n.log
          FROM unnest(:fire_ids::uuid[], :token_hashes::bytea[], :taken_in::text[], :checkpoints::text[], :logs::jsonb[])
               AS n (fire_id, token_hash, taken_in, checkpoint, log)
               JOIN scheduler.execution e USING (fire_id)
         WHERE e.token_hash = n.token_hash AND e.state = ANY (string_to_array(n.taken_in, ' ')) FOR UPDATE OF e),
      entered AS (
        SELECT d.fire_id, d.checkpoint,
               (SELECT coalesce(jsonb_agg(jsonb_build_object('at', clock_timestamp(), 'attempt', d.attempt, 'line', l.line)
                                          ORDER BY l.place), '[]')
                  FROM jsonb_array_elements_text(d.log) WITH ORDINALITY AS l (line, place)) AS log,
               CASE WHEN d.checkpoint IS NOT NULL THEN d.attempt END AS attempt,
               CASE WHEN d.checkpoint IS NOT NULL THEN clock_timestamp() END AS at
          FROM noted d)
      INSERT INTO scheduler.execution_note AS kept (fire_id, checkpoint, checkpoint_attempt, checkpoint_at, log)
      SELECT fire_id, checkpoint, attempt, at, log FROM entered
          ON CONFLICT (fire_id) DO UPDATE
         SET checkpoint = coalesce(excluded.checkpoint, kept.checkpoint),
             checkpoint_attempt = coalesce(excluded.checkpoint_attempt, kept.checkpoint_attempt),
             checkpoint_at = coalesce(excluded.checkpoint_at, kept.checkpoint_at),
             log = (SELECT coalesce(jsonb_agg(last.entry ORDER BY last.place), '[]')
                      FROM (SELECT entry, place FROM jsonb_array_elements(kept.log || excluded.log) WITH ORDINALITY AS l (entry, place)
                             ORDER BY place DESC LIMIT :most_lines) last)
      """;

  private final Statements statements;

  RunNoteStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * Keeps the notes of reports that the run accepts in its present state.
   *
   * @param reports no two of the same run, in the order of their fire ids
   */
  void keep(List<Report> reports) {
    List<Report> noted = reports.stream().filter(report -> !report.notes().isEmpty()).toList();
    if (noted.isEmpty()) {
      return;
    }
    SqlText sql =
        new SqlText(KEEP)
            .set("fire_ids", noted, Report::fireId)
            .set("token_hashes", noted, report -> ExecutionStore.hash(report.token()))
            .set("taken_in", noted, report -> report.event().takenInNames())
            .set("checkpoints", noted, report -> report.notes().checkpoint())
            .set("logs", noted, RunNoteStore::log)
            .set("most_lines", WireContract.MAX_LOG_LINES);
    statements.update("keep the notes of %d reports".formatted(noted.size()), sql);
  }

  private static String log(Report report) {
    return JSON.createArrayBuilder(report.notes().log()).build().toString();
  }
}
