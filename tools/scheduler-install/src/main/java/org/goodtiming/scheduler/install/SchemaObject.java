package org.goodtiming.scheduler.install;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;

/**
 * An object of the schema, as PostgreSQL describes it.
 *
 * @param name unique among those of its kind
 * @param partOf the table, view or function that it belongs to; it may be this object itself
 * @param definition the statement that makes it, or changes it into what it is
 * @param removal the statement that removes it, or its effect; empty if there is none, and in the
 *     description of what the migrations make
 */
public record SchemaObject(
    Kind kind, String name, String partOf, String definition, String removal) {

  /** Kinds of objects, in the order in which they are restored. */
  public enum Kind {
    TABLE,
    /** An owner other than {@code scheduler_owner}. */
    OWNER,
    COLUMN,
    FUNCTION,
    CONSTRAINT,
    INDEX,
    VIEW,
    TRIGGER,
    RULE,
    ROW_SECURITY,
    /** A privilege of a role of the nodes, or of PUBLIC. */
    RIGHT;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private static final String TYPE_END = ", ALTER COLUMN ";
  private static final int MAX_NAMES = 8;

  /** The first of them, and how many more there are. */
  public static String names(List<SchemaObject> objects) {
    String first =
        objects.stream().limit(MAX_NAMES).map(SchemaObject::toString).collect(joining(", "));
    int more = objects.size() - MAX_NAMES;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  /** As people call it, such as {@code view scheduler.held}. */
  @Override
  public String toString() {
    return switch (kind) {
      case OWNER -> "owner of " + name + " (" + definition + ")";
      case ROW_SECURITY -> "row security of " + name;
      case TABLE, COLUMN, FUNCTION, CONSTRAINT, INDEX, VIEW, TRIGGER, RULE, RIGHT ->
          kind.word() + " " + name;
    };
  }

  /** Without its default value and NOT NULL, if it is a column. */
  String type() {
    return definition.split(TYPE_END, 2)[0];
  }

  /** Whether the statements of nodes can fail because of it, if no migration makes it. */
  boolean restricts() {
    return switch (kind) {
      case OWNER, CONSTRAINT, TRIGGER, RULE, ROW_SECURITY, RIGHT -> true;
      case COLUMN -> definition.contains(" DROP DEFAULT") && definition.endsWith(" SET NOT NULL");
      case INDEX -> definition.startsWith("CREATE UNIQUE");
      case TABLE, FUNCTION, VIEW -> false;
    };
  }

  /** The statements that make it out of one of the same type with another definition. */
  List<String> replacing(SchemaObject other) {
    return switch (kind) {
      // Not even the same type may be set, if a view uses the column
      case COLUMN ->
          List.of(
              "ALTER TABLE " + partOf + TYPE_END.substring(1) + definition.split(TYPE_END, 2)[1]);
      case FUNCTION, VIEW -> List.of(definition);
      case TABLE, OWNER, CONSTRAINT, INDEX, TRIGGER, RULE, ROW_SECURITY, RIGHT ->
          List.of(other.removal, definition);
    };
  }
}
