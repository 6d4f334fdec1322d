package org.goodtiming.scheduler.operations.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.user.GrantChanges;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** Changes worker queues for operators, in the caller's transaction. */
@Singleton
public final class WorkerQueueChanges {

  private static final String SETTINGS =
      "json_strip_nulls(json_build_object('paused', q.paused, 'pausedUntil', q.paused_until, <settings>, 'inputSchema', q.input_schema_id))::text"
          .replace("<settings>", QueueSetting.sql("'<field>', q.<column>"));

  private static final String INSERT =
      "INSERT INTO scheduler.worker_queue AS q (name) VALUES (:name) ON CONFLICT (name) DO NOTHING RETURNING "
          + SETTINGS;

  private static final String PURPOSE = "change a worker queue";

  private final Statements statements;
  private final Audit audit;
  private final GrantChanges grants;

  /**
   * The result of a removal.
   *
   * @param found whether the queue was on the allow-list
   * @param uses what is left of the queue, so that it stays; empty if it was removed
   */
  public record Removal(boolean found, List<String> uses) {

    static final Removal NOT_FOUND = new Removal(false, List.of());
  }

  @Inject
  public WorkerQueueChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
    grants = new GrantChanges(dataSource, audit);
  }

  /**
   * Puts a queue on the allow-list, or changes its settings.
   *
   * @param settings those that change; initially the others are as the table has them
   * @return whether it was not on the list
   * @throws SettingRefusedException if its settings contradict each other
   */
  public boolean put(String login, String name, Map<QueueSetting, Object> settings) {
    String before = lock(name);
    String created = before == null ? run(new SqlText(INSERT, name)) : null;
    if (before == null && created == null) {
      // Somebody else has created it since
      before = lock(name);
    }
    String action = created == null ? "set worker queue" : "create worker queue";
    String unchanged = created == null ? before : created;
    audit.note(
        login, action, name, before, settings.isEmpty() ? unchanged : change(name, settings));
    return created != null;
  }

  private @Nullable String change(String name, Map<QueueSetting, Object> settings) {
    try {
      return run(update(name, settings));
    } catch (StoreException e) {
      throw SettingRefusedException.of(e).map(RuntimeException.class::cast).orElse(e);
    }
  }

  private static SqlText update(String name, Map<QueueSetting, Object> settings) {
    SqlText update =
        update(name, QueueSetting.sql(settings.keySet(), "<column> = :<column>"), "true");
    settings.forEach((setting, value) -> update.set(setting.column(), value));
    return update;
  }

  private static SqlText update(String name, String changes, String condition) {
    return new SqlText(
            "UPDATE scheduler.worker_queue q SET <changes> WHERE name = :name AND <condition> RETURNING "
                    .replace("<changes>", changes)
                    .replace("<condition>", condition)
                + SETTINGS)
        .set("name", name);
  }

  /**
   * Sets the schema that payloads must match from then on.
   *
   * @param schema compiles; empty to remove it
   */
  public void setInputSchema(String login, String name, String schema) {
    String changes =
        "input_schema = nullif(:schema, ''), input_schema_id = encode(sha256(convert_to(nullif(:schema, ''), 'UTF8')), 'hex')";
    String before = lock(name);
    String after = run(update(name, changes, "true").set("schema", schema));
    audit.note(login, "set input schema of worker queue", name, before, after);
  }

  /** The result of a pause. */
  public enum Pause {
    PAUSED,
    /** The queue is not on the allow-list. */
    UNKNOWN,
    /** The pause would be over already. */
    UNTIL_HAS_PASSED
  }

  /**
   * Pauses the queue; the end of an earlier pause no longer counts.
   *
   * @param until when dispatch goes on by itself; null if only a resume ends the pause
   */
  public Pause pause(String login, String name, @Nullable Instant until) {
    String before = lock(name);
    if (before == null) {
      return Pause.UNKNOWN;
    }
    SqlText pause =
        update(
            name,
            "paused = true, paused_until = :until::timestamptz",
            "coalesce(:until::timestamptz > clock_timestamp(), true)");
    String after = run(pause.set("until", until));
    if (after == null) {
      return Pause.UNTIL_HAS_PASSED;
    }
    audit.note(login, "pause worker queue", name, before, after);
    return Pause.PAUSED;
  }

  /**
   * Resumes the queue.
   *
   * @return false if the queue is not on the allow-list
   */
  public boolean resume(String login, String name) {
    String before = lock(name);
    if (before != null) {
      String after = run(update(name, "paused = false", "true"));
      audit.note(login, "resume worker queue", name, before, after);
    }
    return before != null;
  }

  /**
   * Has registrations wait until the transaction ends, for a removal. Before any other lock of the
   * allow-list, so that two transactions do not wait for each other.
   */
  public void lockAllowList() {
    run(new SqlText("SELECT scheduler.lock_allow_list()::text"));
  }

  /**
   * Takes a queue off the allow-list, and withdraws its grants, unless something is left of it.
   *
   * @see #lockAllowList
   */
  public Removal remove(String login, String name) {
    String before = lock(name);
    if (before == null) {
      return Removal.NOT_FOUND;
    }
    List<String> uses = statements.query(PURPOSE, uses(name), row -> row.getString(1));
    if (uses.isEmpty()) {
      grants.deleteAll(login, name);
      run(new SqlText("SELECT scheduler.remove_worker_queue(:name)::text", name));
      audit.note(login, "delete worker queue", name, before, null);
    }
    return new Removal(true, uses);
  }

  /** Counts end at 1000. */
  private static SqlText uses(String name) {
    return new SqlText(
        """
        SELECT concat_ws(' ', u.number, CASE u.number WHEN 1 THEN u.one ELSE u.many END)
          FROM (SELECT 1 AS position, count(*) AS number, 'waiting job' AS one, 'waiting jobs' AS many
                  FROM (SELECT FROM scheduler.job j WHERE queue = :queue AND <not a canary> LIMIT 1000) j
                UNION ALL
                SELECT 2, count(*), 'schedule', 'schedules'
                  FROM (SELECT FROM scheduler.schedule WHERE queue = :queue AND state <> 'ENDED' LIMIT 1000) s
                UNION ALL
                SELECT 3, count(*), 'run that has not ended', 'runs that have not ended'
                  FROM (SELECT FROM scheduler.execution WHERE queue = :queue AND ended_at IS NULL LIMIT 1000) e
                UNION ALL
                SELECT 4, count(*), 'definition', 'definitions'
                  FROM (SELECT FROM scheduler.definition WHERE queue = :queue LIMIT 1000) d) u
         WHERE u.number > 0
         ORDER BY u.position
        """
            .replace("<not a canary>", Canary.EXCLUDED),
        name);
  }

  /** Locks and reads the settings of a queue; null if it is not listed. */
  private @Nullable String lock(String name) {
    return run(
        new SqlText(
            "SELECT " + SETTINGS + " FROM scheduler.worker_queue q WHERE name = :name FOR UPDATE",
            name));
  }

  private @Nullable String run(SqlText sql) {
    List<String> found = statements.query(PURPOSE, sql, row -> row.getString(1));
    return found.isEmpty() ? null : found.get(0);
  }
}
