package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The standbys that follow the server by streaming replication.
 *
 * @param names of all standbys that the login may see; several may have one name
 * @param confirming whether a commit waits for one of them
 * @param level for what a commit waits, as in {@code synchronous_commit}
 * @param wanted {@code synchronous_standby_names}; empty if no commit waits, or if the login may
 *     not see standbys
 */
record StandbyState(List<String> names, boolean confirming, String level, String wanted) {
  private static final Set<String> CONFIRMING = Set.of("sync", "quorum");

  /** Levels at which a commit does not wait until a standby has it on its disk. */
  private static final Set<String> TOO_WEAK = Set.of("local", "remote_write");

  private static final Set<String> DOES_NOT_WAIT = Set.of("off", "local");

  private record Standby(String name, String syncState) {}

  static StandbyState read(Query query) throws SQLException {
    List<Standby> all =
        query.rows(
            """
            SELECT r.application_name, r.sync_state
              FROM pg_stat_replication r LEFT JOIN pg_replication_slots s ON s.active_pid = r.pid
             WHERE r.state = 'streaming' AND s.slot_type IS DISTINCT FROM 'logical'
               AND r.application_name <> 'pg_receivewal'
             ORDER BY r.application_name
            """,
            row -> new Standby(row.getString("application_name"), row.getString("sync_state")));
    return new StandbyState(
        all.stream().map(Standby::name).distinct().toList(),
        all.stream().anyMatch(standby -> CONFIRMING.contains(standby.syncState())),
        query.row("SELECT current_setting('synchronous_commit') AS level", row -> row.getString(1)),
        query.row(
            """
            SELECT CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN current_setting('synchronous_standby_names') ELSE '' END
            """,
            row -> row.getString(1)));
  }

  List<Finding> findings(Psql psql) {
    if (!wanted.isEmpty() && !confirming && !DOES_NOT_WAIT.contains(level)) {
      return List.of(
          new Finding(
              FindingCode.NO_STANDBY,
              "every commit waits for a standby, and none of '%s' follows".formatted(wanted),
              psql.run("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
                  .with(
                      "or start a standby: without one a failover loses jobs; do not end the sessions that wait, their transactions are committed here alone")));
    }
    if (names.isEmpty()) {
      return List.of();
    }
    if (!confirming) {
      String quoted = names.stream().map(Psql::name).collect(Collectors.joining(", "));
      return List.of(
          finding(
              "no commit waits for a standby (%s)".formatted(String.join(", ", names)),
              psql.set("synchronous_standby_names", "'ANY 1 (%s)'".formatted(quoted))
                  .with(
                      "the same on each standby, for the time when it is the primary; with two standbys at least: while none follows, every commit waits")));
    }
    return TOO_WEAK.contains(level)
        ? List.of(
            finding(
                "synchronous_commit is " + level,
                psql.set("synchronous_commit", "on")
                    .with("the same on each standby, for the time when it is the primary")))
        : List.of();
  }

  private static Finding finding(String seen, Cure cure) {
    return new Finding(
        FindingCode.ASYNCHRONOUS_STANDBY,
        seen
            + ": after a failover, jobs that were registered last can be missing, and jobs that were dispatched last can come again",
        cure);
  }
}
