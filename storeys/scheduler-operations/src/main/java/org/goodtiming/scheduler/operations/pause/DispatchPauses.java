package org.goodtiming.scheduler.operations.pause;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.hold.PausedJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and resumes the dispatch of all jobs, or of those of a message group, in the caller's
 * transaction. What is registered meanwhile waits, too.
 */
@Singleton
final class DispatchPauses {

  /**
   * Whether there is a current or ended pause, or a job that a pause has left; the index finds the
   * first.
   */
  static final String ANY =
      "EXISTS (SELECT FROM scheduler.dispatch_pause) OR (SELECT min(group_key) FROM scheduler.job WHERE resumes_at IS NOT NULL) IS NOT NULL";

  /** Stands for all jobs in place of a group. */
  static final String EVERYTHING = "";

  private static final String PURPOSE = "pause or resume dispatch";

  private final Statements statements;
  private final PausedJobs jobs;
  private final Audit audit;

  @Inject
  DispatchPauses(DataSource dataSource, Audit audit) {
    this.statements = new Statements(dataSource);
    this.jobs = new PausedJobs(dataSource);
    this.audit = audit;
  }

  /**
   * Begins a pause; its end replaces that of the same pause before.
   *
   * @param group null for all jobs
   * @param until when dispatch goes on by itself; null if only a resume ends the pause
   * @return false if the pause would be over already
   */
  boolean pause(String login, @Nullable String group, @Nullable Instant until) {
    SqlText sql =
        new SqlText(
            """
            INSERT INTO scheduler.dispatch_pause AS p (group_key, paused_until, paused_by)
            SELECT :group, :until::timestamptz, :login WHERE coalesce(:until::timestamptz > clock_timestamp(), true)
            ON CONFLICT (group_key) DO UPDATE SET paused_until = excluded.paused_until
            RETURNING json_strip_nulls(json_build_object('pausedUntil', paused_until))::text
            """);
    List<String> after =
        statements.query(
            PURPOSE,
            sql.set("group", key(group)).set("until", until).set("login", login),
            row -> row.getString(1));
    if (after.isEmpty()) {
      return false;
    }
    if (group != null) {
      keep(group);
    }
    audit.note(login, "pause dispatch", subject(key(group)), null, after.get(0));
    return true;
  }

  /**
   * Ends a pause.
   *
   * @param group null for that of all jobs
   * @return false if there is none
   */
  boolean resume(String login, @Nullable String group) {
    return end(login, key(group), "true");
  }

  /** Ends the pause if its time has come; somebody may have extended it. */
  void endIfOver(String group) {
    end(EndedPauses.SCHEDULER, group, "paused_until <= clock_timestamp()");
  }

  private boolean end(String login, String group, String condition) {
    SqlText sql =
        new SqlText(
            "DELETE FROM scheduler.dispatch_pause WHERE group_key = :group AND "
                + condition
                + " RETURNING json_strip_nulls(json_build_object('pausedUntil', paused_until))::text");
    List<String> before =
        statements.query(PURPOSE, sql.set("group", group), row -> row.getString(1));
    if (before.isEmpty()) {
      return false;
    }
    if (!group.equals(EVERYTHING)) {
      release(group);
    }
    audit.note(login, "resume dispatch", subject(group), before.get(0), null);
    return true;
  }

  /** Delays the waiting jobs of a paused group until the end of the pause. */
  void keep(String group) {
    jobs.keep(group);
  }

  /** Lets the kept jobs of a group go on. */
  void release(String group) {
    jobs.release(group);
  }

  /** Groups with jobs that were stored or locked while the pause ended. */
  List<String> keptWithoutPause() {
    return jobs.keptWithoutPause();
  }

  /**
   * Finds the groups with a current or an ended pause; only the latter include the pause of all
   * jobs.
   */
  List<String> groups(boolean over) {
    SqlText sql =
        new SqlText(
            "SELECT group_key FROM scheduler.dispatch_pause WHERE (group_key <> '' OR :over) AND coalesce(paused_until <= clock_timestamp(), false) = :over ORDER BY group_key");
    return statements.query(PURPOSE, sql.set("over", over), row -> row.getString(1));
  }

  private static String key(@Nullable String group) {
    return group == null ? EVERYTHING : group;
  }

  private static String subject(String group) {
    return group.equals(EVERYTHING) ? "all jobs" : "group " + group;
  }
}
