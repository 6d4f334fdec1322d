package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.StoreException;

/** Table definition. */
public final class DefinitionStore implements JobDefinitions {

  private final DataSource dataSource;

  public DefinitionStore(DataSource dataSource) {
    this.dataSource = dataSource;
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
          FROM scheduler.definition WHERE name = ? %s
        """
            .formatted(lock);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, name);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(definition(row)) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new StoreException("read definition " + name, e);
    }
  }

  private static JobDefinition definition(ResultSet row) throws SQLException {
    return new JobDefinition(
        row.getString("name"),
        row.getString("hash"),
        row.getString("queue"),
        row.getInt("priority"),
        DueJobs.envelope(row));
  }

  /** Stores it, in place of what has its name. */
  public void put(JobDefinition definition, String login) {
    // The order of the properties must not change the hash
    String sql =
        """
        INSERT INTO scheduler.definition AS d (
               name, queue, priority, group_key, content_type, properties, body_is_text, body, registered_by)
        VALUES (?, ?, ?, ?, ?, (SELECT json_object_agg(key, value ORDER BY key)::text FROM json_each(?::json)), ?, ?, ?)
        ON CONFLICT (name) DO UPDATE
           SET queue = excluded.queue, priority = excluded.priority, group_key = excluded.group_key,
               content_type = excluded.content_type, properties = excluded.properties,
               body_is_text = excluded.body_is_text, body = excluded.body,
               registered_by = excluded.registered_by, registered_at = clock_timestamp()
        """;
    Envelope envelope = definition.envelope();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, definition.name());
      insert.setString(2, definition.queue());
      insert.setInt(3, definition.priority());
      insert.setString(4, envelope.group());
      insert.setString(5, (String) envelope.carried().get(JobProperty.CONTENT_TYPE));
      insert.setString(6, PropertiesJson.write(envelope));
      insert.setBoolean(7, envelope.body().isText());
      insert.setBytes(8, envelope.body().bytes());
      insert.setString(9, login);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("store definition " + definition.name(), e);
    }
  }
}
