package org.goodtiming.scheduler.cli.doctor;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.cli.doctor.TransactionState.Patience;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseRole;

/** Examines a database. It only reads. */
public final class DatabaseDoctor {

  /** Reads facts and reports faults. */
  @FunctionalInterface
  private interface Check {
    List<Finding> findings() throws SQLException;
  }

  private final DatabaseAddress address;
  private final Plan plan;
  private final Commands commands;
  private final Clock clock;
  private final Patience patience;

  /**
   * @param commands to a node of this database
   * @param clock of this machine
   */
  public DatabaseDoctor(DatabaseAddress address, Plan plan, Commands commands, Clock clock) {
    this(address, plan, commands, clock, Patience.USUAL);
  }

  DatabaseDoctor(
      DatabaseAddress address, Plan plan, Commands commands, Clock clock, Patience patience) {
    this.address = address;
    this.plan = plan;
    this.commands = commands;
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * Examines everything that this login may see.
   *
   * @return empty if nothing is wrong
   */
  public List<Finding> findings(String login, String password) {
    try (Connection connection = address.connect(login, password)) {
      return findings(login, new Query(connection));
    } catch (SQLException e) {
      return List.of(
          new Finding(
              FindingCode.NO_CONNECTION,
              "%s as %s: %s".formatted(address.url(), login, e.getMessage()),
              Cure.advice(
                  "start the database, or correct --database, --database-user or the password")));
    }
  }

  private List<Finding> findings(String login, Query query) {
    Psql psql = Psql.of(address, login);
    List<Finding> findings = new ArrayList<>();
    check(findings, "the server", () -> ServerState.read(query, clock).findings(psql));
    check(findings, "its settings", () -> ServerSettings.read(query).findings(psql));
    check(findings, "its standbys", () -> StandbyState.read(query).findings(psql));
    check(findings, "its limits", () -> Capacity.read(query).findings(psql, plan));
    check(findings, "other databases", () -> OtherDatabases.read(query).findings(psql));
    check(findings, "the roles and the schema", () -> rolesAndSchema(query, psql));
    check(findings, "jobs", () -> JobState.read(query).findings(commands));
    check(
        findings,
        "encryption keys",
        () -> KeyState.read(query).stream().map(KeyState::finding).toList());
    check(
        findings,
        "targets",
        () -> TargetState.read(query).stream().map(TargetState::finding).toList());
    check(
        findings,
        "transactions",
        () -> TransactionState.read(query).findings(psql, commands, login, patience));
    return findings;
  }

  /** Objects and rights only if there is a schema of this version, and are roles that have them. */
  private List<Finding> rolesAndSchema(Query query, Psql psql) throws SQLException {
    List<RoleState> roles = RoleState.read(query);
    SchemaState schema = SchemaState.read(query);
    List<Finding> findings = new ArrayList<>(RoleState.missing(roles, install(psql)));
    roles.forEach(role -> findings.addAll(role.findings(psql)));
    findings.addAll(schema.findings(address.url(), install(psql)));
    if (schema.exists()) {
      if (schema.isCurrent() && roles.size() == DatabaseRole.values().length) {
        findings.addAll(SchemaCheck.read(query).findings(psql, address.url()));
      }
      TableState.read(query).forEach(table -> findings.addAll(table.findings(psql)));
    }
    return findings;
  }

  /** Creates what is missing. */
  private Cure install(Psql psql) {
    return Cure.by(
        "goodtiming", "install", "database", "--url", address.url(), "--admin", psql.admin());
  }

  private static void check(List<Finding> findings, String subject, Check check) {
    try {
      findings.addAll(check.findings());
    } catch (SQLException e) {
      findings.add(
          new Finding(
              FindingCode.UNCHECKED,
              "%s could not be examined: %s".formatted(subject, e.getMessage()),
              Cure.advice("examine it as a superuser: --database-user")));
    }
  }
}
