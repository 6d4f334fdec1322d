package org.goodtiming.scheduler.execution;

import jakarta.json.spi.JsonProvider;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;

/** Keeps what workers note about their runs, in the caller's transaction. */
final class RunNoteStore {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String KEEP =
      """
      WITH noted AS MATERIALIZED (
        SELECT e.fire_id, e.attempt, n.checkpoint, n.log
          FROM unnest(?::uuid[], ?::bytea[], ?::text[], ?::text[], ?::jsonb[]) AS n (fire_id, token_hash, taken_in, checkpoint, log)
               JOIN scheduler.execution e USING (fire_id)
         WHERE e.token_hash = n.token_hash AND e.state = ANY (string_to_array(n.taken_in, ' ')) FOR UPDATE OF e),
      entered AS (
        SELECT d.fire_id, d.checkpoint,
               (SELECT coalesce(jsonb_agg(jsonb_build_object('at', clock_timestamp(), 'attempt', d.attempt, 'line', l.line) ORDER BY l.place), '[]')
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
                             ORDER BY place DESC LIMIT %d) last)
      """
          .formatted(WireContract.MAX_LOG_LINES);

  private final DataSource dataSource;

  RunNoteStore(DataSource dataSource) {
    this.dataSource = dataSource;
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
    try (Connection connection = dataSource.getConnection();
        PreparedStatement keep = connection.prepareStatement(KEEP)) {
      TextArrays.set(keep, 1, noted, report -> report.fireId().toString());
      byte[][] hashes =
          noted.stream().map(each -> ExecutionStore.hash(each.token())).toArray(byte[][]::new);
      keep.setArray(2, connection.createArrayOf("bytea", hashes));
      TextArrays.set(keep, 3, noted, report -> report.event().takenInNames());
      TextArrays.set(keep, 4, noted, report -> report.notes().checkpoint());
      TextArrays.set(keep, 5, noted, RunNoteStore::log);
      keep.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("keep the notes of %d reports".formatted(noted.size()), e);
    }
  }

  private static String log(Report report) {
    return JSON.createArrayBuilder(report.notes().log()).build().toString();
  }
}
