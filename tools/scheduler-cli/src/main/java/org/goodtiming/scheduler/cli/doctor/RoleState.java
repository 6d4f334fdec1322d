package org.goodtiming.scheduler.cli.doctor;

import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.DatabaseRole;
import org.goodtiming.scheduler.install.RoleScript;

/**
 * The state of a role.
 *
 * @param canLogIn whether it may, and its password has not expired
 * @param canConnect whether it may use the database
 * @param powers attributes that it should not have, as SQL writes them
 * @param settings by name
 */
record RoleState(
    DatabaseRole role,
    boolean canLogIn,
    boolean canConnect,
    List<String> powers,
    Map<String, String> settings) {

  /** Reads the states of the existing roles. */
  static List<RoleState> read(Query query) throws SQLException {
    List<RoleState> states = new ArrayList<>();
    for (DatabaseRole role : DatabaseRole.values()) {
      states.addAll(
          query.rows(
              """
              SELECT rolcanlogin AND coalesce(rolvaliduntil > now(), true) AS can_log_in,
                     has_database_privilege(oid, current_database(), 'CONNECT') AS can_connect, coalesce(rolconfig, '{}') AS settings,
                     array_remove(ARRAY[CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
                                        CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolreplication THEN 'REPLICATION' END,
                                        CASE WHEN rolbypassrls THEN 'BYPASSRLS' END], NULL) AS powers
                FROM pg_roles WHERE rolname = '%s'
              """
                  .formatted(role.login()),
              row ->
                  new RoleState(
                      role,
                      row.getBoolean("can_log_in"),
                      row.getBoolean("can_connect"),
                      texts(row.getArray("powers")),
                      RoleScript.settings((String[]) row.getArray("settings").getArray()))));
    }
    return states;
  }

  static List<Finding> missing(List<RoleState> found, Cure install) {
    List<Finding> findings = new ArrayList<>();
    for (DatabaseRole role : DatabaseRole.values()) {
      if (found.stream().noneMatch(each -> each.role == role)) {
        findings.add(new Finding(FindingCode.NO_ROLE, "there is no role " + role.login(), install));
      }
    }
    return findings;
  }

  List<Finding> findings(Psql psql) {
    List<Finding> findings = new ArrayList<>();
    if (!canLogIn) {
      findings.add(
          new Finding(
              FindingCode.NO_LOGIN,
              role.login() + " may not log in, or its password has expired",
              psql.run("ALTER ROLE %s LOGIN VALID UNTIL 'infinity'".formatted(role.login()))));
    }
    if (!canConnect) {
      findings.add(
          new Finding(
              FindingCode.NO_PRIVILEGE,
              "%s may not connect to database %s".formatted(role.login(), psql.database()),
              psql.run(
                  "GRANT CONNECT ON DATABASE %s TO %s"
                      .formatted(Psql.name(psql.database()), role.login()))));
    }
    if (!powers.isEmpty()) {
      findings.add(
          new Finding(
              FindingCode.STRONG_ROLE,
              "%s is %s".formatted(role.login(), String.join(", ", powers)),
              psql.run(
                  powers.stream()
                      .map(power -> "ALTER ROLE %s NO%s".formatted(role.login(), power))
                      .toList())));
    }
    findings.addAll(isolation(psql));
    findings.addAll(durability(psql));
    findings.addAll(differences(psql));
    return findings;
  }

  private List<Finding> isolation(Psql psql) {
    String name = "default_transaction_isolation";
    String level = settings.getOrDefault(name, "read committed");
    return level.equals("read committed")
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.ISOLATION,
                "%s of %s is %s".formatted(name, role.login(), level),
                psql.run(reset(name))));
  }

  private List<Finding> durability(Psql psql) {
    String name = "synchronous_commit";
    return settings.getOrDefault(name, "on").equals("off")
        ? List.of(
            new Finding(
                FindingCode.NOT_DURABLE,
                "%s of %s is off: a crash can lose what was confirmed"
                    .formatted(name, role.login()),
                psql.run(reset(name))))
        : List.of();
  }

  private List<Finding> differences(Psql psql) {
    List<String> seen = new ArrayList<>();
    List<String> cures = new ArrayList<>();
    role.settings()
        .forEach(
            (name, wanted) -> {
              String value = settings.get(name);
              if (!wanted.equals(value)) {
                seen.add(
                    "%s is %s, not %s".formatted(name, value == null ? "unset" : value, wanted));
                cures.add("ALTER ROLE %s SET %s = '%s'".formatted(role.login(), name, wanted));
              }
            });
    return seen.isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.ROLE_SETTINGS,
                "%s: %s".formatted(role.login(), String.join("; ", seen)),
                psql.run(cures)));
  }

  private String reset(String setting) {
    return "ALTER ROLE %s RESET %s".formatted(role.login(), setting);
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }
}
