package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.SchemaDifferences;
import org.goodtiming.scheduler.install.SchemaDifferences.Change;
import org.goodtiming.scheduler.install.SchemaObject;
import org.goodtiming.scheduler.install.SchemaObject.Kind;

/** Compares a schema with the schema of the migrations. A finding may name many objects. */
record SchemaCheck(SchemaDifferences differences) {
  private static final Predicate<SchemaObject> RIGHT = object -> object.kind() == Kind.RIGHT;

  static SchemaCheck read(Query query) throws SQLException {
    return new SchemaCheck(SchemaDifferences.read(query.connection()));
  }

  List<Finding> findings(Psql psql, String url) {
    List<Finding> findings = new ArrayList<>(objects(psql, url));
    findings.addAll(rights(repair(url)));
    List<SchemaObject> lost = differences.lost();
    if (!lost.isEmpty()) {
      findings.add(
          new Finding(
              FindingCode.SCHEMA_LOST,
              SchemaObject.names(lost) + " is missing, or has another type",
              Cure.advice("stop the nodes, and restore a backup of the database")));
    }
    List<SchemaObject> foreign = differences.foreign();
    if (!foreign.isEmpty()) {
      findings.add(
          new Finding(
              FindingCode.FOREIGN_OBJECTS,
              "no migration makes " + SchemaObject.names(foreign),
              psql.run(foreign.stream().map(SchemaObject::removal).toList())
                  .with("unless you need it, and nodes can work with it")));
    }
    return findings;
  }

  private List<Finding> objects(Psql psql, String url) {
    List<SchemaObject> lost = differences.lost();
    List<String> seen = new ArrayList<>();
    add(seen, "missing", differences.missing().stream().filter(RIGHT.or(lost::contains).negate()));
    add(
        seen,
        "changed",
        changes(change -> true).map(Change::found).filter(RIGHT.or(lost::contains).negate()));
    add(seen, "wrong", differences.removable().stream().filter(RIGHT.negate()));
    boolean owner =
        differences.removable().stream().anyMatch(object -> object.kind() == Kind.OWNER);
    return seen.isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.SCHEMA_DIFFERS,
                String.join("; ", seen),
                owner ? repair(url, "--database-user", psql.admin()) : repair(url)));
  }

  private List<Finding> rights(Cure repair) {
    List<Finding> findings = new ArrayList<>();
    List<String> lacking = new ArrayList<>();
    add(
        lacking,
        "missing",
        Stream.concat(
                differences.missing().stream(),
                changes(change -> !change.isWider()).map(Change::wanted))
            .filter(RIGHT));
    lacking.forEach(seen -> findings.add(new Finding(FindingCode.NO_PRIVILEGE, seen, repair)));
    List<String> needless = new ArrayList<>();
    add(
        needless,
        "not needed",
        Stream.concat(differences.removable().stream(), changes(Change::isWider).map(Change::found))
            .filter(RIGHT));
    needless.forEach(seen -> findings.add(new Finding(FindingCode.STRONG_ROLE, seen, repair)));
    return findings;
  }

  private static Cure repair(String url, String... options) {
    return Cure.by(
        Stream.concat(
                Stream.of("goodtiming", "migrate", "--repair", "--url", url), Stream.of(options))
            .toArray(String[]::new));
  }

  private Stream<Change> changes(Predicate<Change> which) {
    return differences.changed().stream().filter(which);
  }

  private static void add(List<String> seen, String what, Stream<SchemaObject> objects) {
    List<SchemaObject> all = objects.toList();
    if (!all.isEmpty()) {
      seen.add("%s: %s".formatted(what, SchemaObject.names(all)));
    }
  }
}
