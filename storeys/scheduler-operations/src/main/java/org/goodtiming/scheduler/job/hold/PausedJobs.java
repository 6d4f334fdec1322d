package org.goodtiming.scheduler.job.hold;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Changes waiting jobs whose message group is paused or resumed, in the caller's transaction. A
 * trigger of the table does the same for jobs that are stored or changed during the pause.
 */
public final class PausedJobs {

  private static final String PURPOSE = "pause or resume the jobs of a group";

  /**
   * Covers rows that the trigger of table job did not see, because they were stored before the
   * pause or at the same time. The next call takes rows that are locked now.
   */
  private static final String KEEP =
      """
      UPDATE scheduler.job SET eligible_at = eligible_at
       WHERE id IN (SELECT id FROM scheduler.job WHERE group_key = :group AND resumes_at IS NULL FOR UPDATE SKIP LOCKED)
      """;

  private static final String RELEASE =
      """
      UPDATE scheduler.job SET eligible_at = resumes_at
       WHERE id IN (SELECT id FROM scheduler.job WHERE group_key = :group AND resumes_at IS NOT NULL FOR UPDATE SKIP LOCKED)
      """;

  // Looks each group up in the index once
  private static final String KEPT_WITHOUT_PAUSE =
      """
      WITH RECURSIVE kept AS (
        SELECT min(group_key) AS name FROM scheduler.job WHERE resumes_at IS NOT NULL
        UNION ALL
        SELECT (SELECT min(j.group_key) FROM scheduler.job j WHERE j.resumes_at IS NOT NULL AND j.group_key > k.name)
          FROM kept k WHERE k.name IS NOT NULL)
      SELECT name FROM kept k
       WHERE name IS NOT NULL AND NOT EXISTS (SELECT FROM scheduler.dispatch_pause p WHERE p.group_key = k.name)
       ORDER BY name
      """;

  private final Statements statements;

  public PausedJobs(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** Delays the waiting jobs of a paused group until the end of the pause. */
  public void keep(String group) {
    statements.update(PURPOSE, new SqlText(KEEP).set("group", group));
  }

  /** Lets the kept jobs of a group be dispatched. */
  public void release(String group) {
    statements.update(PURPOSE, new SqlText(RELEASE).set("group", group));
  }

  /** Groups with jobs that were stored or locked while the pause ended. */
  public List<String> keptWithoutPause() {
    return statements.query(PURPOSE, new SqlText(KEPT_WITHOUT_PAUSE), row -> row.getString(1));
  }
}
