package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Transactions that take long.
 *
 * @param prepared the transactions in doubt, of all databases of the server
 * @param open the oldest open transactions that the login sees
 * @param seesAll whether it sees those of all users
 */
record TransactionState(List<Prepared> prepared, List<Open> open, boolean seesAll) {

  /** The driver's name of a branch: format, global transaction and qualifier. */
  private static final Pattern OF_NODE = Pattern.compile("\\d+_([^_]+)_[^_]*");

  /** Limits beyond which a transaction takes long. */
  record Patience(Duration prepared, Duration open) {
    static final Patience USUAL = new Patience(Duration.ofMinutes(1), Duration.ofMinutes(5));
  }

  /** A prepared transaction. */
  record Prepared(String gid, String owner, String database, Duration age) {

    /** The global id in the form that the node shows, if a node has prepared the transaction. */
    Optional<String> gtrid() {
      Matcher ofNode = OF_NODE.matcher(gid);
      return owner.equals("scheduler_xa") && ofNode.matches()
          ? Optional.of(HexFormat.of().formatHex(Base64.getMimeDecoder().decode(ofNode.group(1))))
          : Optional.empty();
    }
  }

  /** The open transaction of a session. */
  record Open(int pid, String session, Duration age) {}

  static TransactionState read(Query query) throws SQLException {
    List<Prepared> prepared =
        query.rows(
            "SELECT gid, owner, database, extract(epoch FROM clock_timestamp() - prepared) AS age FROM pg_prepared_xacts ORDER BY prepared",
            row ->
                new Prepared(
                    row.getString("gid"),
                    row.getString("owner"),
                    row.getString("database"),
                    seconds(row.getDouble("age"))));
    List<Open> open =
        query.rows(
            """
            SELECT pid, format('%s of %s (%s)', coalesce(nullif(application_name, ''), 'a session'), usename, state) AS session,
                   extract(epoch FROM clock_timestamp() - xact_start) AS age
              FROM pg_stat_activity
             WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid() AND backend_type = 'client backend'
             ORDER BY xact_start LIMIT 10
            """,
            row ->
                new Open(
                    row.getInt("pid"), row.getString("session"), seconds(row.getDouble("age"))));
    boolean seesAll =
        query.row("SELECT pg_has_role('pg_read_all_stats', 'USAGE')", row -> row.getBoolean(1));
    return new TransactionState(prepared, open, seesAll);
  }

  List<Finding> findings(Psql psql, Commands commands, String login, Patience patience) {
    List<Finding> findings = new ArrayList<>();
    for (Prepared each : prepared) {
      if (each.age.compareTo(patience.prepared) > 0) {
        findings.add(
            new Finding(
                FindingCode.PREPARED,
                "%s of %s in database %s has been prepared for %d s; it holds locks"
                    .formatted(each.gid, each.owner, each.database, each.age.toSeconds()),
                each.gtrid()
                    .map(commands::resolve)
                    .orElseGet(
                        () ->
                            psql.in(each.database)
                                .run(
                                    "ROLLBACK PREPARED '%s'".formatted(each.gid.replace("'", "''")))
                                .with(
                                    "only if the server of that application is gone for good; otherwise start it again: its recovery decides"))));
      }
    }
    for (Open each : open) {
      if (each.age.compareTo(patience.open) > 0) {
        findings.add(
            new Finding(
                FindingCode.OPEN_TRANSACTION,
                "the transaction of process %d, %s, has been open for %d s"
                    .formatted(each.pid, each.session, each.age.toSeconds()),
                psql.run("SELECT pg_terminate_backend(%d)".formatted(each.pid))));
      }
    }
    if (!seesAll) {
      findings.add(
          new Finding(
              FindingCode.HIDDEN_SESSIONS,
              "%s does not see how long the transactions of other users have been open, nor which standbys follow"
                  .formatted(login),
              psql.run("GRANT pg_read_all_stats TO " + Psql.name(login))));
    }
    return findings;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (seconds * 1000));
  }
}
