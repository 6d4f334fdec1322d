package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * The standbys that follow the server by streaming replication.
 *
 * @param asynchronous those that do not confirm commits, if none does
 */
record StandbyState(List<String> asynchronous) {
  private static final Set<String> CONFIRMING = Set.of("sync", "quorum");

  private record Standby(String name, String syncState) {}

  /** None if the login may not see them. */
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
    return all.stream().anyMatch(standby -> CONFIRMING.contains(standby.syncState()))
        ? new StandbyState(List.of())
        : new StandbyState(all.stream().map(Standby::name).toList());
  }

  List<Finding> findings(Psql psql) {
    if (asynchronous.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Finding(
            FindingCode.ASYNCHRONOUS_STANDBY,
            "no commit waits for a standby (%s): after a failover, jobs that were registered last can be missing, and jobs that were dispatched last can come again"
                .formatted(String.join(", ", asynchronous)),
            psql.set("synchronous_standby_names", "'ANY 1 (*)'"),
            "with two standbys at least: while none follows, every commit waits"));
  }
}
