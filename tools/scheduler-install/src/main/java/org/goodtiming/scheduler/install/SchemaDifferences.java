package org.goodtiming.scheduler.install;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.install.SchemaObject.Kind;

/**
 * The differences between a schema and the schema of the migrations. Foreign objects are no
 * difference, unless statements of nodes can fail because of them.
 *
 * @param missing what it lacks; of a table or view that it lacks, only this itself
 * @param changed what has another definition
 * @param added what no migration makes
 */
public record SchemaDifferences(
    List<SchemaObject> missing, List<Change> changed, List<SchemaObject> added) {

  /** Kinds that nobody but the repair adds without harm. */
  private static final Set<Kind> REMOVABLE = Set.of(Kind.OWNER, Kind.ROW_SECURITY, Kind.RIGHT);

  /**
   * The newest server that is known to describe objects as the migrations' description has them.
   */
  private static final int NEWEST_SERVER = 18;

  /**
   * An object with another definition.
   *
   * @param found the object in the database
   */
  public record Change(SchemaObject wanted, SchemaObject found) {

    /** Whether it is a column of another type, whose values a change would touch. */
    boolean isType() {
      return switch (wanted.kind()) {
        case TABLE -> true;
        case COLUMN -> !wanted.type().equals(found.type());
        case OWNER, FUNCTION, CONSTRAINT, INDEX, VIEW, TRIGGER, RULE, ROW_SECURITY, RIGHT -> false;
      };
    }

    /** Whether a role may do with the whole object what it should do with some columns. */
    public boolean isWider() {
      return wanted.kind() == Kind.RIGHT && !found.definition().contains("(");
    }
  }

  /**
   * Compares a database, which has all roles, and the schema of this version. The login needs no
   * rights.
   *
   * @param connection in no transaction
   */
  public static SchemaDifferences read(Connection connection) throws SQLException {
    SchemaDifferences all = between(Schema.ofMigrations(), Schema.of(connection));
    return connection.getMetaData().getDatabaseMajorVersion() <= NEWEST_SERVER
        ? all
        : new SchemaDifferences(
            all.missing,
            all.changed.stream().filter(each -> each.wanted.kind() == Kind.RIGHT).toList(),
            all.added);
  }

  static SchemaDifferences between(Schema wanted, Schema found) {
    List<SchemaObject> missing = new ArrayList<>();
    List<Change> changed = new ArrayList<>();
    for (SchemaObject object : wanted.objects()) {
      SchemaObject same = found.like(object);
      if (same != null && !same.definition().equals(object.definition())) {
        changed.add(new Change(object, same));
      } else if (same == null
          && (object.name().equals(object.partOf()) || found.contains(object.partOf()))) {
        missing.add(object);
      }
    }
    List<SchemaObject> added =
        found.objects().stream()
            .filter(object -> wanted.like(object) == null)
            .filter(object -> object.restricts() && wanted.contains(object.partOf()))
            .toList();
    return new SchemaDifferences(missing, changed, added);
  }

  /** Tables and columns, whose values no repair restores. */
  public List<SchemaObject> lost() {
    List<SchemaObject> lost = new ArrayList<>();
    missing.stream()
        .filter(each -> each.kind() == Kind.TABLE || each.kind() == Kind.COLUMN)
        .forEach(lost::add);
    changed.stream().filter(Change::isType).map(Change::found).forEach(lost::add);
    return lost;
  }

  /** The objects that the repair removes. */
  public List<SchemaObject> removable() {
    return added.stream().filter(each -> REMOVABLE.contains(each.kind())).toList();
  }

  /** The objects that an administrator may have added on purpose. */
  public List<SchemaObject> foreign() {
    return added.stream().filter(each -> !REMOVABLE.contains(each.kind())).toList();
  }

  /** The objects that the repair restores or removes. */
  public List<Restoration> restorations() {
    List<Restoration> all = new ArrayList<>();
    List<SchemaObject> lost = lost();
    missing.stream()
        .filter(each -> !lost.contains(each))
        .map(each -> new Restoration(each, List.of(each.definition())))
        .forEach(all::add);
    changed.stream()
        .filter(each -> !each.isType())
        .map(each -> new Restoration(each.wanted, each.wanted.replacing(each.found)))
        .forEach(all::add);
    removable().stream()
        .map(each -> new Restoration(each, List.of(each.removal())))
        .forEach(all::add);
    all.sort(Comparator.comparing(each -> each.object.kind()));
    return all;
  }

  /**
   * The restoration of an object.
   *
   * @param object the wanted object, or the object to remove
   * @param statements run in a single transaction
   */
  public record Restoration(SchemaObject object, List<String> statements) {}
}
