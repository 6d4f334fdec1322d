package org.goodtiming.scheduler.operations.row;

import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.sql.SqlText;

/** The rows that people edit, and the SQL of the version by which If-Match recognizes each. */
public enum EditedRow {
  CALENDAR("scheduler.calendar", "name = ?"),
  DEFINITION("scheduler.definition", "name = ?"),
  QUARANTINED("scheduler.quarantine", "id = ?"),
  /** Each post changes other columns of the row. */
  WEBHOOK(
      "scheduler.webhook",
      "name = ?",
      "md5(concat_ws('/', url, types, queues, retry, paused))",
      key -> List.of()),
  /** All but the columns that dispatch changes; the schema has an id. */
  WORKER_QUEUE(
      "scheduler.worker_queue q",
      "name = ?",
      "md5(concat_ws('/', extract(epoch FROM q.paused_until), to_jsonb(q) - '{paused_until,input_schema,failures,retry_at,last_error}'::text[]))",
      key -> List.of()),
  /** Runs change other columns. All who change a schedule lock its waiting run first. */
  SCHEDULE(
      "scheduler.schedule",
      "queue = ? AND job_id = ?",
      "md5(concat_ws('/', extract(epoch FROM registered_at), state, extract(epoch FROM paused_until)))",
      key ->
          List.of(
              new SqlText(
                  "SELECT 1 FROM scheduler.job WHERE queue = ? AND job_id = ? FOR UPDATE", key))),
  /** All who change several users lock the administrators first. */
  USER(
      "scheduler.api_user", "name = ?", EditedRow.ANY_CHANGE, key -> List.of(lockAdministrators()));

  private static final String ANY_CHANGE = "xmin::text";

  private final String table;
  private final String key;
  private final String version;
  private final Function<Object[], List<SqlText>> firstLocks;

  EditedRow(String table, String key) {
    this(table, key, EditedRow.ANY_CHANGE, values -> List.of());
  }

  EditedRow(String table, String key, String version, Function<Object[], List<SqlText>> locks) {
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
  public List<SqlText> firstLocks(Object... values) {
    return firstLocks.apply(values);
  }

  /** Locks the row, and reads its version. */
  public SqlText lock(Object... values) {
    return new SqlText(
        "SELECT %s FROM %s WHERE %s FOR NO KEY UPDATE".formatted(version, table, key), values);
  }

  public static SqlText lockAdministrators() {
    return new SqlText(
        """
        SELECT name FROM scheduler.api_user WHERE role = 'admin' AND locked_at IS NULL
         ORDER BY name FOR UPDATE
        """);
  }
}
