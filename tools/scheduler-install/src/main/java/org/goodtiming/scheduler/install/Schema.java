package org.goodtiming.scheduler.install;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.goodtiming.scheduler.install.SchemaObject.Kind;
import org.jspecify.annotations.Nullable;

/** The objects of a schema: tables and all that belongs to them, views, functions, rights. */
final class Schema {
  private static final Comparator<SchemaObject> ORDER =
      Comparator.comparing(SchemaObject::kind).thenComparing(SchemaObject::name);

  /** The settings on which the texts of PostgreSQL depend. */
  private static final String PLAIN_TEXTS =
      """
      SET LOCAL search_path = ''; SET LOCAL quote_all_identifiers = off; SET LOCAL TimeZone = 'UTC';
      SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'
      """;

  private final Map<SchemaObject, SchemaObject> objects = new TreeMap<>(ORDER);

  private Schema() {}

  /** The schema of the newest migrations; {@code SchemaIT} compares them. */
  static Schema ofMigrations() {
    Schema schema = new Schema();
    SqlFiles.schema().lines().map(Schema::parse).forEach(schema::add);
    return schema;
  }

  /**
   * Reads the schema of a database. The login needs no permissions.
   *
   * @param connection in no transaction
   */
  static Schema of(Connection connection) throws SQLException {
    Schema schema = new Schema();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(PLAIN_TEXTS);
      try (ResultSet row = statement.executeQuery(SqlFiles.schemaObjects())) {
        while (row.next()) {
          schema.add(
              new SchemaObject(
                  Kind.valueOf(row.getString("kind")),
                  row.getString("name"),
                  row.getString("part_of"),
                  row.getString("definition"),
                  row.getString("removal")));
        }
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    return schema;
  }

  private void add(SchemaObject object) {
    objects.put(object, object);
  }

  Collection<SchemaObject> objects() {
    return objects.values();
  }

  /** The object of the same kind and name; null if there is none. */
  @Nullable SchemaObject like(SchemaObject object) {
    return objects.get(object);
  }

  /** Whether there is a table, view or function of this name, or a schema. */
  boolean contains(String name) {
    return name.equals("scheduler")
        || objects().stream()
            .anyMatch(each -> each.name().equals(name) && each.partOf().equals(name));
  }

  /** Lines as COPY writes them. */
  String lines() {
    return objects().stream().map(Schema::line).collect(joining("\n", "", "\n"));
  }

  private static String line(SchemaObject object) {
    return String.join(
        "\t",
        object.kind().name(),
        object.name(),
        object.partOf(),
        object.definition().replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t"));
  }

  private static SchemaObject parse(String line) {
    String[] fields = line.split("\t");
    return new SchemaObject(
        Kind.valueOf(fields[0]), fields[1], fields[2], fields[3].translateEscapes(), "");
  }
}
