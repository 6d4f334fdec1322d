package org.goodtiming.scheduler.job;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The schemas of worker queues, each compiled once by each node. Thread-safe. */
final class InputSchemas {

  private record Stored(String id, String text) {}

  private final Statements statements;
  private final Map<String, InputSchema> compiled = new ConcurrentHashMap<>();

  InputSchemas(Statements statements) {
    this.statements = statements;
  }

  /**
   * The schema of a queue.
   *
   * @param id digest of its text, as it was read last
   * @return empty if it was removed since then
   */
  Optional<InputSchema> of(String queue, String id) {
    InputSchema known = compiled.get(id);
    return known == null
        ? read(queue)
            .map(stored -> compiled.computeIfAbsent(stored.id(), key -> compile(queue, stored)))
        : Optional.of(known);
  }

  /** It was compiled when it was set, but perhaps by a node with another version. */
  private static InputSchema compile(String queue, Stored stored) {
    try {
      return InputSchema.parse(stored.text());
    } catch (IllegalArgumentException e) {
      return InputSchema.unreadable(
          "this node cannot read the schema of queue %s: %s".formatted(queue, e.getMessage()));
    }
  }

  /** Forgets all others. */
  void retain(Collection<String> ids) {
    compiled.keySet().retainAll(ids);
  }

  private Optional<Stored> read(String queue) {
    String sql =
        """
        SELECT input_schema_id, input_schema FROM scheduler.worker_queue
         WHERE name = :queue AND input_schema IS NOT NULL
        """;
    return statements.find(
        "read the schema of queue " + queue,
        new SqlText(sql).set("queue", queue),
        row -> new Stored(row.getString("input_schema_id"), row.getString("input_schema")));
  }
}
