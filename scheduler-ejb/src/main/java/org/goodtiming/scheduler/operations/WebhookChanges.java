package org.goodtiming.scheduler.operations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** Changes webhooks for administrators, in the caller's transaction. */
public final class WebhookChanges {

  private static final String PURPOSE = "change a webhook";

  /** Operators read the audit, and what follows the host is often a secret. */
  private static final String SEEN =
      "json_build_object('url', regexp_replace(url, '^(https://[^/?]+).*$', '\\1/...'), 'types', types, 'queues', queues, 'retry', retry, 'paused', paused)::text";

  private final DataSource dataSource;
  private final Statements statements;
  private final Audit audit;

  public WebhookChanges(DataSource dataSource, Audit audit) {
    this.dataSource = dataSource;
    this.statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /** The result of {@link #put}. */
  public enum Outcome {
    CREATED,
    CHANGED,
    /** There is no such webhook, and the settings have no URL for it. */
    NEW_WITHOUT_URL
  }

  /** Creates a webhook, or changes what the settings name. What waits is tried again at once. */
  Outcome put(String login, String name, WebhookSettings settings) {
    String before =
        first(
            new SqlText(
                "SELECT " + SEEN + " FROM scheduler.webhook WHERE name = ? FOR UPDATE", name));
    if (before == null && settings.url() == null) {
      return Outcome.NEW_WITHOUT_URL;
    }
    String after = upsert(login, name, settings);
    audit.note(login, before == null ? "create webhook" : "set webhook", name, before, after);
    return before == null ? Outcome.CREATED : Outcome.CHANGED;
  }

  private String upsert(String login, String name, WebhookSettings settings) {
    String sql =
        """
        INSERT INTO scheduler.webhook AS w (name, url, types, queues, retry, paused, registered_by)
        VALUES (?, coalesce(?, (SELECT old.url FROM scheduler.webhook old WHERE old.name = ?)), coalesce(?::text[], '{}'), coalesce(?::text[], '{}'), coalesce(?, '10/PT1S*2..PT10M'), coalesce(?::boolean, false), ?)
        ON CONFLICT (name) DO UPDATE
           SET url = excluded.url, types = coalesce(?::text[], w.types), queues = coalesce(?::text[], w.queues), retry = coalesce(?, w.retry),
               paused = coalesce(?::boolean, w.paused), registered_by = excluded.registered_by, failures = 0, retry_at = NULL
        RETURNING %s
        """
            .formatted(SEEN);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement upsert = connection.prepareStatement(sql)) {
      upsert.setString(1, name);
      upsert.setString(2, settings.url());
      upsert.setString(3, name);
      bind(connection, upsert, 4, settings);
      upsert.setString(8, login);
      bind(connection, upsert, 9, settings);
      try (ResultSet row = upsert.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    } catch (SQLException e) {
      throw new StoreException("put webhook " + name, e);
    }
  }

  private static void bind(
      Connection connection, PreparedStatement upsert, int first, WebhookSettings settings)
      throws SQLException {
    upsert.setArray(first, array(connection, settings.types()));
    upsert.setArray(first + 1, array(connection, settings.queues()));
    upsert.setString(first + 2, settings.retry());
    upsert.setString(first + 3, settings.paused() == null ? null : settings.paused().toString());
  }

  private static java.sql.@Nullable Array array(
      Connection connection, @Nullable List<String> values) throws SQLException {
    return values == null ? null : connection.createArrayOf("text", values.toArray());
  }

  /**
   * Deletes a webhook. The leader removes the events that wait for it: they may be many.
   *
   * @return false if there is no such webhook
   */
  boolean delete(String login, String name) {
    String before =
        first(new SqlText("DELETE FROM scheduler.webhook WHERE name = ? RETURNING " + SEEN, name));
    if (before == null) {
      return false;
    }
    audit.note(login, "delete webhook", name, before, null);
    return true;
  }

  private @Nullable String first(SqlText sql) {
    return statements.query(PURPOSE, sql, row -> row.getString(1)).stream()
        .findFirst()
        .orElse(null);
  }
}
