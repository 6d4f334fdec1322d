package org.goodtiming.scheduler.job.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** The worker queues: grants for registration, and state of dispatch. */
@Singleton
public final class WorkerQueueStore {

  private final Statements statements;
  private final InputSchemas schemas;

  @Inject
  public WorkerQueueStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
    this.schemas = new InputSchemas(statements);
  }

  /** All of the allow-list, read with one statement, and one for each schema that is new. */
  public AllowList allowList() {
    String sql =
        """
        SELECT clock_timestamp() AS now, NULL AS login, NULL AS queue, false AS tracked, false AS encrypted, false AS keyed,
               NULL AS definition, NULL AS input_schema_id
        UNION ALL SELECT NULL, NULL, name, tracked, encrypted, key_property <> 'none', NULL, input_schema_id FROM scheduler.worker_queue
        UNION ALL SELECT NULL, login, queue, false, false, false, NULL, NULL FROM scheduler.registration_grant
        UNION ALL SELECT NULL, NULL, NULL, false, false, false, name, input_schema_id FROM scheduler.definition
                   WHERE input_schema_id IS NOT NULL
        """;
    record Entry(
        @Nullable Instant now,
        @Nullable String login,
        String queue,
        boolean tracked,
        boolean encrypted,
        boolean keyed,
        @Nullable String definition,
        @Nullable String schemaId) {

      SchemaOwner owner() {
        return definition == null ? SchemaOwner.queue(queue) : SchemaOwner.definition(definition);
      }
    }
    List<Entry> entries =
        statements.query(
            "read the allow-list",
            new SqlText(sql),
            row ->
                new Entry(
                    Columns.instantOrNull(row, "now"),
                    row.getString("login"),
                    row.getString("queue"),
                    row.getBoolean("tracked"),
                    row.getBoolean("encrypted"),
                    row.getBoolean("keyed"),
                    row.getString("definition"),
                    row.getString("input_schema_id")));
    Set<String> queues = new HashSet<>();
    Set<String> tracked = new HashSet<>();
    Set<String> encrypted = new HashSet<>();
    Set<String> keyed = new HashSet<>();
    Map<SchemaOwner, String> schemaIds = new HashMap<>();
    Map<String, Set<String>> grants = new HashMap<>();
    for (Entry entry : entries.subList(1, entries.size())) {
      if (entry.schemaId() != null) {
        schemaIds.put(entry.owner(), entry.schemaId());
      }
      if (entry.definition() != null) {
        continue;
      }
      Set<String> named =
          entry.login() == null
              ? queues
              : grants.computeIfAbsent(entry.login(), each -> new HashSet<>());
      named.add(entry.queue());
      if (entry.tracked()) {
        tracked.add(entry.queue());
      }
      if (entry.encrypted()) {
        encrypted.add(entry.queue());
      }
      if (entry.keyed()) {
        keyed.add(entry.queue());
      }
    }
    return new AllowList(
        Objects.requireNonNull(entries.get(0).now()),
        queues,
        tracked,
        encrypted,
        keyed,
        compiled(schemaIds),
        grants);
  }

  private Map<SchemaOwner, InputSchema> compiled(Map<SchemaOwner, String> ids) {
    schemas.retain(ids.values());
    Map<SchemaOwner, InputSchema> compiled = new HashMap<>();
    ids.forEach(
        (owner, id) -> schemas.of(owner, id).ifPresent(schema -> compiled.put(owner, schema)));
    return compiled;
  }

  /** Whether the queue wants canaries, and the token is that of the last one. */
  public boolean isLastCanary(String queue, String token) {
    return statements
        .find(
            "recognize a canary",
            new SqlText(
                    """
                    SELECT FROM scheduler.canary c JOIN scheduler.worker_queue q ON q.name = c.queue AND q.canary
                     WHERE c.queue = :queue AND c.token::text = :token
                    """)
                .set("queue", queue)
                .set("token", token),
            row -> true)
        .isPresent();
  }

  /** Empty if the queue is not on the allow-list. */
  public Optional<QueueRetry> retry(String queue) {
    String sql =
        "SELECT clock_timestamp() AS now, retry, events, encrypted FROM scheduler.worker_queue WHERE name = :queue";
    return statements.find(
        "read the retry policy of queue " + queue,
        new SqlText(sql).set("queue", queue),
        row ->
            new QueueRetry(
                Columns.instant(row, "now"),
                row.getString("retry"),
                row.getBoolean("events"),
                row.getBoolean("encrypted")));
  }

  /** The queue is to blame for failures, and backs off. */
  public void failed(String queue, Duration rest, String error) {
    String sql =
        """
        UPDATE scheduler.worker_queue
           SET failures = failures + 1, retry_at = clock_timestamp() + :rest::interval, last_error = :error
         WHERE name = :queue
        """;
    update(queue, new SqlText(sql).set("rest", rest).set("error", error));
  }

  /** Records that messages can be sent to the queue again. */
  public void recovered(String queue) {
    String sql =
        """
        UPDATE scheduler.worker_queue SET failures = 0, retry_at = NULL, last_error = NULL WHERE name = :queue
        """;
    update(queue, new SqlText(sql));
  }

  private void update(String queue, SqlText sql) {
    statements.update("record the state of queue " + queue, sql.set("queue", queue));
  }
}
