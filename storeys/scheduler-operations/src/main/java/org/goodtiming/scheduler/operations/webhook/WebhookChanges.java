package org.goodtiming.scheduler.operations.webhook;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes webhooks for administrators, in the caller's transaction. */
@Singleton
public final class WebhookChanges {

  private static final String PURPOSE = "change a webhook";

  /**
   * Omits the part after the host from the audit: it is often a secret, and operators read the
   * audit.
   */
  private static final String SEEN =
      "json_build_object('url', regexp_replace(url, '^(https://[^/?]+).*$', '\\1/...'), 'types', types, 'queues', queues, 'retry', retry, 'paused', paused)::text";

  private final Statements statements;
  private final Audit audit;

  @Inject
  WebhookChanges(DataSource dataSource, Audit audit) {
    this.statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /** The result of {@link #put}. */
  public enum Outcome {
    CREATED,
    CHANGED,
    /** The webhook does not exist, and the settings contain no URL. */
    NEW_WITHOUT_URL
  }

  /**
   * Creates a webhook, or changes what the settings name. What waits is tried again at once. A
   * resumed webhook has no error before its next post.
   */
  public Outcome put(String login, String name, WebhookSettings settings) {
    String before =
        first(
            new SqlText(
                "SELECT " + SEEN + " FROM scheduler.webhook WHERE name = :name FOR UPDATE", name));
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
        VALUES (:name, coalesce(:url, (SELECT old.url FROM scheduler.webhook old WHERE old.name = :name)), coalesce(:types::text[], '{}'),
                coalesce(:queues::text[], '{}'), coalesce(:retry, '10/PT1S*2..PT10M'), coalesce(:paused::boolean, false), :login)
        ON CONFLICT (name) DO UPDATE
           SET url = excluded.url, types = coalesce(:types::text[], w.types), queues = coalesce(:queues::text[], w.queues),
               retry = coalesce(:retry, w.retry), paused = coalesce(:paused::boolean, w.paused), registered_by = excluded.registered_by,
               failures = 0, retry_at = NULL,
               last_error = CASE WHEN w.paused AND NOT coalesce(:paused::boolean, true) THEN NULL ELSE w.last_error END
        RETURNING <seen> AS seen
        """
            .replace("<seen>", SEEN);
    SqlText upsert =
        new SqlText(sql)
            .set("name", name)
            .set("url", settings.url())
            .set("types", texts(settings.types()))
            .set("queues", texts(settings.queues()))
            .set("retry", settings.retry())
            .set("paused", settings.paused())
            .set("login", login);
    return statements.query("put webhook " + name, upsert, row -> row.getString("seen")).get(0);
  }

  private static Object @Nullable [] texts(@Nullable List<String> values) {
    return values == null ? null : values.toArray();
  }

  /**
   * Deletes a webhook. The leader removes the events that wait for it: they may be many.
   *
   * @return false if there is no such webhook
   */
  public boolean delete(String login, String name) {
    String before =
        first(
            new SqlText(
                "DELETE FROM scheduler.webhook WHERE name = :name RETURNING " + SEEN, name));
    if (before == null) {
      return false;
    }
    audit.note(login, "delete webhook", name, before, null);
    return true;
  }

  private @Nullable String first(SqlText sql) {
    return statements.find(PURPOSE, sql, row -> row.getString(1)).orElse(null);
  }
}
