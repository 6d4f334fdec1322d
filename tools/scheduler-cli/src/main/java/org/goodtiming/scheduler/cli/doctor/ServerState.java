package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The server as a whole.
 *
 * @param version as in {@code server_version_num}
 * @param readOnly whether a new transaction can only read
 * @param standby whether it follows another server
 * @param clockOffset by how much its clock is ahead of that of this machine
 */
record ServerState(int version, boolean readOnly, boolean standby, Duration clockOffset) {
  private static final int OLDEST = 160_000;
  private static final Duration TOLERATED = Duration.ofSeconds(2);

  static ServerState read(Query query, Clock clock) throws SQLException {
    Instant before = clock.instant();
    return query.row(
        """
        SELECT current_setting('server_version_num')::int AS version,
               current_setting('default_transaction_read_only')::boolean AS read_only,
               pg_is_in_recovery() AS standby, clock_timestamp() AS now
        """,
        row -> {
          Instant now = row.getObject("now", OffsetDateTime.class).toInstant();
          Duration half = Duration.between(before, clock.instant()).dividedBy(2);
          return new ServerState(
              row.getInt("version"),
              row.getBoolean("read_only"),
              row.getBoolean("standby"),
              Duration.between(before.plus(half), now));
        });
  }

  List<Finding> findings(Psql psql) {
    List<Finding> findings = new ArrayList<>();
    if (version < OLDEST) {
      findings.add(
          new Finding(
              FindingCode.OLD_SERVER,
              "PostgreSQL %d; the schema needs IS JSON, which came with 16"
                  .formatted(version / 10_000),
              Cure.advice("upgrade the server with pg_upgrade to PostgreSQL 16 or newer")));
    }
    if (standby) {
      findings.add(
          new Finding(
              FindingCode.STANDBY,
              "the server at host %s, port %s is a standby".formatted(psql.host(), psql.port()),
              Cure.advice(
                  "point SCHEDULER_DB_HOST of the nodes, and --database of the doctor, to the primary")));
    } else if (readOnly) {
      findings.add(
          new Finding(
              FindingCode.READ_ONLY,
              "default_transaction_read_only is on",
              psql.run(
                  "SET default_transaction_read_only = off",
                  "ALTER DATABASE %s RESET default_transaction_read_only"
                      .formatted(Psql.name(psql.database())),
                  "ALTER SYSTEM RESET default_transaction_read_only",
                  "SELECT pg_reload_conf()")));
    }
    if (clockOffset.abs().compareTo(TOLERATED) > 0) {
      findings.add(
          new Finding(
              FindingCode.CLOCK,
              "the clock of the database is %.1f s %s that of this machine; jobs are due by the clock of the database"
                  .formatted(
                      clockOffset.abs().toMillis() / 1000.0,
                      clockOffset.isNegative() ? "behind" : "ahead of"),
              Cure.advice("synchronize the clocks of both machines by NTP")));
    }
    return findings;
  }
}
