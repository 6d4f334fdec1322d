package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Table definition. */
@Singleton
public final class DefinitionStore implements JobDefinitions {

  // The order of the properties must not change the hash
  private static final String PUT =
      """
      INSERT INTO scheduler.definition AS d (name, queue, registered_by, input_schema, input_schema_id, <columns>)
      VALUES (:name, :queue, :login, :schema, encode(sha256(convert_to(:schema, 'UTF8')), 'hex'), <values>)
      ON CONFLICT (name) DO UPDATE
         SET queue = excluded.queue, registered_by = excluded.registered_by, registered_at = clock_timestamp(),
             input_schema = excluded.input_schema, input_schema_id = excluded.input_schema_id, <new values>
      """
          .replace("<columns>", JobColumns.CONTENT.each("%s"))
          .replace("<values>", JobColumns.CONTENT.each(":%s"))
          .replace("<new values>", JobColumns.CONTENT.each("%1$s = excluded.%1$s"))
          .replace(
              ":properties",
              "(SELECT json_object_agg(key, value ORDER BY key)::text FROM json_each(:properties::json))");

  private final Statements statements;

  @Inject
  public DefinitionStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** Locked: its queue is not changed until the transaction ends. */
  @Override
  public Optional<JobDefinition> find(String name) {
    return find(name, "FOR KEY SHARE");
  }

  /** Reads the current definition, with a role that may only read. */
  public Optional<JobDefinition> read(String name) {
    return find(name, "");
  }

  private Optional<JobDefinition> find(String name, String lock) {
    String sql =
        """
        SELECT name, hash, queue, <content>, <trace>
          FROM scheduler.definition WHERE name = :name <lock>
        """
            .replace("<content>", JobColumns.CONTENT.each("%s"))
            .replace("<trace>", JobColumns.TRACE.each("NULL AS %s"))
            .replace("<lock>", lock);
    return statements.find(
        "read definition " + name, new SqlText(sql).set("name", name), DefinitionStore::definition);
  }

  private static JobDefinition definition(ResultSet row) throws SQLException {
    return new JobDefinition(
        row.getString("name"),
        row.getString("hash"),
        row.getString("queue"),
        JobColumns.envelope(row));
  }

  /**
   * Stores the definition, or replaces the definition of the same name.
   *
   * @param inputSchema schema for payloads of its jobs, known to compile; null for none
   */
  public void put(JobDefinition definition, @Nullable String inputSchema, String login) {
    SqlText put =
        new SqlText(PUT)
            .set("name", definition.name())
            .set("queue", definition.queue())
            .set("login", login)
            .set("schema", inputSchema);
    JobColumns.CONTENT.set(put, definition.envelope());
    statements.update("store definition " + definition.name(), put);
  }
}
