package org.goodtiming.scheduler.install;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.goodtiming.scheduler.install.SchemaDifferences.Restoration;
import org.goodtiming.scheduler.install.SchemaObject.Kind;

/** Restores what a schema lacks, except the data. */
final class SchemaRepair {
  private static final int MAX_REASONS = 8;
  private static final Predicate<Restoration> OWNERS = each -> each.object().kind() == Kind.OWNER;

  private final DatabaseAddress address;
  private final String login;
  private final String password;

  /**
   * @param login the owner of the schema, or a superuser if objects have another owner
   */
  SchemaRepair(DatabaseAddress address, String login, String password) {
    this.address = address;
    this.login = login;
    this.password = password;
  }

  /**
   * The steps for a schema of the newest version.
   *
   * @return empty if it is as the migrations make it
   */
  List<Step> steps() throws SQLException {
    try (Connection connection = address.connect(login, password)) {
      return steps(SchemaDifferences.read(connection));
    }
  }

  /** Whether objects have another owner, who alone may restore them. */
  boolean ownersDiffer() throws SQLException {
    try (Connection connection = address.connect(login, password)) {
      return SchemaDifferences.read(connection).restorations().stream().anyMatch(OWNERS);
    }
  }

  /** The step that gives the objects back to their owner, for a superuser. */
  Step owners() {
    return new Step(
        "Give all objects of the schema to " + DatabaseRole.OWNER.login(),
        List.of(),
        () -> restore(OWNERS));
  }

  private List<Step> steps(SchemaDifferences differences) {
    List<Step> steps = new ArrayList<>();
    List<Restoration> restorations = differences.restorations();
    if (!restorations.isEmpty()) {
      steps.add(
          new Step(
              "Restore "
                  + SchemaObject.names(restorations.stream().map(Restoration::object).toList()),
              restorations.stream().flatMap(each -> each.statements().stream()).toList(),
              () -> restore(each -> true)));
    }
    if (!differences.foreign().isEmpty()) {
      steps.add(
          Step.note("Leave what no migration makes: " + SchemaObject.names(differences.foreign())));
    }
    if (!differences.lost().isEmpty()) {
      String lost = SchemaObject.names(differences.lost());
      steps.add(
          new Step(
              "Leave what has lost its data: " + lost,
              List.of(),
              () -> {
                throw new SQLException(
                    "%s cannot be restored without its data: restore a backup".formatted(lost));
              }));
    }
    return steps;
  }

  /** Restores objects; tries a failed object again after a success, on which it may depend. */
  private void restore(Predicate<Restoration> which) throws SQLException {
    try (Connection connection = address.connect(login, password)) {
      Map<String, String> failures = new TreeMap<>();
      List<Restoration> left = left(connection, which);
      List<Restoration> before = List.of();
      while (!left.isEmpty() && !left.equals(before)) {
        failures.clear();
        for (Restoration each : left) {
          restore(connection, each, failures);
        }
        before = left;
        left = left(connection, which);
      }
      if (!left.isEmpty()) {
        throw new SQLException("not restored: " + reasons(left, failures));
      }
    }
  }

  private static List<Restoration> left(Connection connection, Predicate<Restoration> which)
      throws SQLException {
    return SchemaDifferences.read(connection).restorations().stream().filter(which).toList();
  }

  private static void restore(
      Connection connection, Restoration restoration, Map<String, String> failures)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = '5s'");
      if (restoration.object().kind() != Kind.OWNER) {
        statement.execute("SET LOCAL ROLE " + DatabaseRole.OWNER.login());
      }
      for (String each : restoration.statements()) {
        statement.execute(each);
      }
      connection.commit();
    } catch (SQLException e) {
      failures.put(restoration.object().toString(), e.getMessage());
      connection.rollback();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static String reasons(List<Restoration> left, Map<String, String> failures) {
    return left.stream()
        .map(each -> each.object().toString())
        .map(name -> "%s: %s".formatted(name, failures.getOrDefault(name, "still differs")))
        .limit(MAX_REASONS)
        .collect(joining("; "));
  }
}
