package org.goodtiming.scheduler.operations;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.SqlText;
import org.goodtiming.scheduler.job.Statements;
import org.jspecify.annotations.Nullable;

/** Changes worker queues for operators, in the caller's transaction. */
final class WorkerQueueChanges {

  private static final String SETTINGS =
      "json_build_object('paused', q.paused, 'tracked', q.tracked, 'partition', q.partition, 'retry', q.retry, 'runTimeout', q.run_timeout)::text";

  private final Statements statements;
  private final Audit audit;

  public WorkerQueueChanges(DataSource dataSource, Audit audit) {
    statements = new Statements(dataSource);
    this.audit = audit;
  }

  /**
   * Puts a queue on the allow-list, or changes its settings.
   *
   * @return whether it was not on the list
   */
  public boolean put(String login, String name, WorkerQueueSettings settings) {
    String before = lock(name);
    SqlText upsert =
        new SqlText(
            """
            INSERT INTO scheduler.worker_queue AS q (name, tracked, partition, retry, run_timeout)
            VALUES (?, coalesce(?::boolean, false), coalesce(?, 'default'), coalesce(?, 'none'), coalesce(?, 'P7D'))
            ON CONFLICT (name) DO UPDATE
                SET tracked = coalesce(?::boolean, q.tracked), partition = coalesce(?, q.partition), retry = coalesce(?, q.retry),
                    run_timeout = coalesce(?, q.run_timeout)
            RETURNING %s
            """
                .formatted(SETTINGS),
            name,
            settings.tracked(),
            settings.partition(),
            settings.retry(),
            settings.runTimeout(),
            settings.tracked(),
            settings.partition(),
            settings.retry(),
            settings.runTimeout());
    note(login, before == null ? "create worker queue" : "set worker queue", name, before, upsert);
    return before == null;
  }

  /**
   * Pauses or resumes the queue.
   *
   * @return false if the queue is not on the allow-list
   */
  public boolean pause(String login, String name, boolean paused) {
    String before = lock(name);
    if (before != null) {
      String action = paused ? "pause worker queue" : "resume worker queue";
      note(login, action, name, before, update(name, paused));
    }
    return before != null;
  }

  private static SqlText update(String name, boolean paused) {
    return new SqlText(
        "UPDATE scheduler.worker_queue q SET paused = ? WHERE name = ? RETURNING " + SETTINGS,
        paused,
        name);
  }

  private void note(
      String login, String action, String name, @Nullable String before, SqlText change) {
    audit.note(login, action, name, before, run(change));
  }

  /** Its settings, which stay as they are until the transaction ends; null if it is not listed. */
  private @Nullable String lock(String name) {
    return run(
        new SqlText(
            "SELECT " + SETTINGS + " FROM scheduler.worker_queue q WHERE name = ? FOR UPDATE",
            name));
  }

  private @Nullable String run(SqlText sql) {
    List<String> found = statements.query("change a worker queue", sql, row -> row.getString(1));
    return found.isEmpty() ? null : found.get(0);
  }
}
