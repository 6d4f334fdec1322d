package org.goodtiming.scheduler.targets;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads which worker queues have a target. */
@Singleton
record TargetStore(Statements statements) {

  static final String HAS_TARGET = "target <> 'none'";

  @Inject
  TargetStore(DataSource dataSource) {
    this(new Statements(dataSource));
  }

  List<Target> all() {
    SqlText sql =
        new SqlText(
            "SELECT name, target FROM scheduler.worker_queue WHERE "
                + HAS_TARGET
                + " ORDER BY name");
    return statements.query(
        "read the targets of worker queues",
        sql,
        row -> new Target(row.getString("name"), row.getString("target")));
  }
}
