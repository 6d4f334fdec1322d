package org.goodtiming.scheduler.operations.webhook;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads webhooks. Not with the pool of readers, whose role may not see their URLs. */
@Singleton
public final class WebhookQueries {

  private static final String PURPOSE = "read webhooks";

  private static final String COLUMNS =
      """
      SELECT name, url, types, queues, retry, paused, registered_by, failures, retry_at, last_error, last_sent_at, given_up,
             (SELECT count(*) FROM (SELECT 1 FROM scheduler.webhook_event e WHERE e.webhook = w.id LIMIT 1000) waiting) AS waiting,
             <tag>
        FROM scheduler.webhook w
      """
          .replace("<tag>", EditedRow.WEBHOOK.tag());

  private final Statements statements;

  @Inject
  WebhookQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** By name, at most 1000; {@code waiting} is counted up to 1000. */
  public List<Row> list() {
    return statements.query(PURPOSE, new SqlText(COLUMNS + " ORDER BY name LIMIT 1000"), Row::of);
  }

  public Optional<Row> read(String name) {
    SqlText sql = new SqlText(COLUMNS).and("name = :name", name);
    return statements.find(PURPOSE, sql, Row::of);
  }
}
