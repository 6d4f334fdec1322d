package org.goodtiming.scheduler.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Table definition. */
public final class DefinitionStore implements JobDefinitions {

  private final Statements statements;

  public DefinitionStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** Locked: its queue is not changed until the transaction ends. */
  @Override
  public Optional<JobDefinition> find(String name) {
    return find(name, "FOR KEY SHARE");
  }

  /** As it is now, by a role that may only read. */
  public Optional<JobDefinition> read(String name) {
    return find(name, "");
  }

  private Optional<JobDefinition> find(String name, String lock) {
    String sql =
        """
        SELECT name, hash, queue, priority, group_key, content_type, NULL AS traceparent, NULL AS tracestate,
               properties, body_is_text, body
          FROM scheduler.definition WHERE name = :name %s
        """
            .formatted(lock);
    return statements.find(
        "read definition " + name, new SqlText(sql).set("name", name), DefinitionStore::definition);
  }

  private static JobDefinition definition(ResultSet row) throws SQLException {
    return new JobDefinition(
        row.getString("name"),
        row.getString("hash"),
        row.getString("queue"),
        row.getInt("priority"),
        DueJobs.envelope(row));
  }

  /**
   * Stores it, in place of what has its name.
   *
   * @param inputSchema that payloads of its jobs must match; it compiles, null for none
   */
  public void put(JobDefinition definition, @Nullable String inputSchema, String login) {
    // The order of the properties must not change the hash
    String sql =
        """
        INSERT INTO scheduler.definition AS d (
               name, queue, priority, group_key, content_type, properties, body_is_text, body, registered_by, input_schema, input_schema_id)
        VALUES (:name, :queue, :priority, :group, :content_type,
                (SELECT json_object_agg(key, value ORDER BY key)::text FROM json_each(:properties::json)), :body_is_text, :body, :login,
                :schema, encode(sha256(convert_to(:schema, 'UTF8')), 'hex'))
        ON CONFLICT (name) DO UPDATE
           SET queue = excluded.queue, priority = excluded.priority, group_key = excluded.group_key,
               content_type = excluded.content_type, properties = excluded.properties,
               body_is_text = excluded.body_is_text, body = excluded.body,
               registered_by = excluded.registered_by, registered_at = clock_timestamp(),
               input_schema = excluded.input_schema, input_schema_id = excluded.input_schema_id
        """;
    Envelope envelope = definition.envelope();
    statements.update(
        "store definition " + definition.name(),
        new SqlText(sql)
            .set("name", definition.name())
            .set("queue", definition.queue())
            .set("priority", definition.priority())
            .set("group", envelope.group())
            .set("content_type", envelope.carried().get(JobProperty.CONTENT_TYPE))
            .set("properties", PropertiesJson.write(envelope))
            .set("body_is_text", envelope.body().isText())
            .set("body", envelope.body().bytes())
            .set("login", login)
            .set("schema", inputSchema));
  }
}
