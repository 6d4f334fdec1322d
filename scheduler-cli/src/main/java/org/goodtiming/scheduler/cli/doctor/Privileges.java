package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.install.DatabaseRole;

/**
 * Rights without which nodes do nothing.
 *
 * @param lost grants that are missing, as SQL writes them
 */
record Privileges(List<Grant> lost) {

  /**
   * A right that is missing.
   *
   * @param object with its kind, such as {@code SCHEMA scheduler}
   */
  record Grant(String role, String right, String object) {}

  /** Of roles that exist. */
  static Privileges read(Query query, List<DatabaseRole> roles) throws SQLException {
    List<Grant> lost = new ArrayList<>();
    for (DatabaseRole role : roles) {
      lost.addAll(
          query.rows(statement(role.login()), row -> grant(role.login(), row.getString(1))));
    }
    return new Privileges(lost);
  }

  List<Finding> findings(Psql psql) {
    return lost.stream()
        .map(
            grant ->
                new Finding(
                    FindingCode.NO_PRIVILEGE,
                    "%s lacks %s on %s".formatted(grant.role, grant.right, grant.object),
                    psql.run(
                        "GRANT %s ON %s TO %s".formatted(grant.right, grant.object, grant.role))))
        .toList();
  }

  private static Grant grant(String role, String rightAndObject) {
    String[] parts = rightAndObject.split(" on ", 2);
    return new Grant(role, parts[0], parts[1]);
  }

  /** The right of a table that only some columns have counts. */
  private static String statement(String role) {
    return """
    SELECT 'CONNECT on DATABASE ' || quote_ident(current_database()) WHERE NOT has_database_privilege('%1$s', current_database(), 'CONNECT')
    UNION ALL
    SELECT 'USAGE on SCHEMA scheduler' WHERE NOT has_schema_privilege('%1$s', 'scheduler', 'USAGE')
    UNION ALL
    SELECT needed.privilege || ' on TABLE ' || needed.object
      FROM (VALUES ('scheduler_xa', 'scheduler.job', 'SELECT'), ('scheduler_xa', 'scheduler.job', 'INSERT'), ('scheduler_xa', 'scheduler.job', 'DELETE'),
                   ('scheduler_xa', 'scheduler.quarantine', 'INSERT'), ('scheduler_xa', 'scheduler.ledger_entry', 'INSERT'),
                   ('scheduler_lease', 'scheduler.lease', 'SELECT'), ('scheduler_lease', 'scheduler.lease', 'UPDATE'),
                   ('scheduler_read', 'scheduler.job', 'SELECT')) needed (role, object, privilege)
     WHERE needed.role = '%1$s'
       AND CASE WHEN needed.privilege = 'DELETE' THEN NOT has_table_privilege(needed.role, needed.object, 'DELETE')
                ELSE NOT has_any_column_privilege(needed.role, needed.object, needed.privilege) END
    """
        .formatted(role);
  }
}
