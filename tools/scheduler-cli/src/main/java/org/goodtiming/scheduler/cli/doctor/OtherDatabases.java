package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.List;

/**
 * The other databases of the server. Its disk, its lock table and its prepared transactions are
 * those of all databases, and roles.sql guards only that of the scheduler.
 *
 * @param open those to which any role may connect
 */
record OtherDatabases(List<String> open) {

  static OtherDatabases read(Query query) throws SQLException {
    return new OtherDatabases(
        query.rows(
            """
            SELECT datname FROM pg_database
             WHERE datallowconn AND datname <> current_database() AND has_database_privilege('public', oid, 'CONNECT')
             ORDER BY datname
            """,
            row -> row.getString("datname")));
  }

  List<Finding> findings(Psql psql) {
    return open.stream().map(database -> finding(database, psql)).toList();
  }

  private static Finding finding(String database, Psql psql) {
    return new Finding(
        FindingCode.OPEN_DATABASE,
        "any role may connect to database %s, and fill the disk with temporary tables and large objects there, or the lock table of the server with advisory locks"
            .formatted(database),
        psql.run("REVOKE CONNECT ON DATABASE %s FROM PUBLIC".formatted(Psql.name(database)))
            .with(
                "then GRANT CONNECT to the roles of its applications; if you do not trust these: sql/other-database.sql"));
  }
}
