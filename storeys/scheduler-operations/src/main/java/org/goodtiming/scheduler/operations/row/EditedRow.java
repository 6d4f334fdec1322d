package org.goodtiming.scheduler.operations.row;

import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.sql.SqlText;

/**
 * The rows that people edit, and the SQL of the version by which If-Match recognizes each. The key
 * of a row is a name, an id or a {@link JobKey}.
 */
public enum EditedRow {
  CALENDAR("scheduler.calendar", "name = :name"),
  DEFINITION("scheduler.definition", "name = :name"),
  QUARANTINED("scheduler.quarantine", "id = :id"),
  /** Each post changes other columns of the row. */
  WEBHOOK(
      "scheduler.webhook",
      "name = :name",
      "md5(concat_ws('/', url, types, queues, retry, paused))",
      key -> List.of()),
  /** All but the columns that dispatch changes; the schema has an id. */
  WORKER_QUEUE(
      "scheduler.worker_queue q",
      "name = :name",
      "md5(concat_ws('/', extract(epoch FROM q.paused_until), to_jsonb(q) - '{paused_until,input_schema,failures,retry_at,last_error,closed_from,closed_until,closed_with}'::text[]))",
      key -> List.of()),
  /** Runs change other columns. All who change a schedule lock its waiting run first. */
  SCHEDULE(
      "scheduler.schedule",
      "queue = :queue AND job_id = :job_id",
      "md5(concat_ws('/', extract(epoch FROM registered_at), state, extract(epoch FROM paused_until)))",
      key ->
          List.of(
              of(
                  "SELECT 1 FROM scheduler.job WHERE queue = :queue AND job_id = :job_id FOR UPDATE",
                  key))),
  /** All who change several users lock the administrators first. */
  USER(
      "scheduler.api_user",
      "name = :name",
      EditedRow.ANY_CHANGE,
      key -> List.of(lockAdministrators()));

  private static final String ANY_CHANGE = "xmin::text";

  private final String table;
  private final String key;
  private final String version;
  private final Function<Object, List<SqlText>> firstLocks;

  EditedRow(String table, String key) {
    this(table, key, EditedRow.ANY_CHANGE, of -> List.of());
  }

  EditedRow(String table, String key, String version, Function<Object, List<SqlText>> locks) {
    this.table = table;
    this.key = key;
    this.version = version;
    this.firstLocks = locks;
  }

  /** The column of a query from which {@link Row} takes the tag. */
  public String tag() {
    return version + " AS " + Row.TAG;
  }

  /** The locks before that of the row itself, so that no two transactions wait for each other. */
  public List<SqlText> firstLocks(Object key) {
    return firstLocks.apply(key);
  }

  /** Locks the row, and reads its version. */
  public SqlText lock(Object key) {
    return of(
        "SELECT " + version + " FROM " + table + " WHERE " + this.key + " FOR NO KEY UPDATE", key);
  }

  private static SqlText of(String sql, Object key) {
    return key instanceof JobKey job ? new SqlText(sql).setKey(job) : new SqlText(sql, key);
  }

  public static SqlText lockAdministrators() {
    return new SqlText(
        """
        SELECT name FROM scheduler.api_user WHERE role = 'admin' AND locked_at IS NULL
         ORDER BY name FOR UPDATE
        """);
  }
}
