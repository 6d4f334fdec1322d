package org.goodtiming.scheduler.job.queue;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The schemas of worker queues and definitions, each compiled once by each node. Thread-safe. */
final class InputSchemas {

  private record Stored(String id, String text) {}

  private final Statements statements;
  private final Map<String, InputSchema> compiled = new ConcurrentHashMap<>();

  InputSchemas(Statements statements) {
    this.statements = statements;
  }

  /**
   * The schema of a worker queue or a definition.
   *
   * @param id digest of its text, as it was read last
   * @return empty if it was removed since then
   */
  Optional<InputSchema> of(SchemaOwner owner, String id) {
    InputSchema known = compiled.get(id);
    return known == null
        ? read(owner)
            .map(stored -> compiled.computeIfAbsent(stored.id(), key -> compile(owner, stored)))
        : Optional.of(known);
  }

  /** Compiles a stored schema. A node of another version may have accepted it. */
  private static InputSchema compile(SchemaOwner owner, Stored stored) {
    try {
      return InputSchema.parse(stored.text());
    } catch (IllegalArgumentException e) {
      return InputSchema.unreadable(
          "this node cannot read the schema of %s: %s".formatted(owner, e.getMessage()));
    }
  }

  /** Forgets all other schemas. */
  void retain(Collection<String> ids) {
    compiled.keySet().retainAll(ids);
  }

  private Optional<Stored> read(SchemaOwner owner) {
    String sql =
        """
        SELECT input_schema_id, input_schema FROM <table> WHERE name = :name AND input_schema IS NOT NULL
        """
            .replace("<table>", table(owner.kind()));
    return statements.find(
        "read the schema of " + owner,
        new SqlText(sql).set("name", owner.name()),
        row -> new Stored(row.getString("input_schema_id"), row.getString("input_schema")));
  }

  private static String table(SchemaOwner.Kind kind) {
    return switch (kind) {
      case WORKER_QUEUE -> "scheduler.worker_queue";
      case DEFINITION -> "scheduler.definition";
    };
  }
}
