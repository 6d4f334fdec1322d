package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.Test;

class SchemaVersionIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @Test
  void the_migrations_bring_the_version_that_this_build_needs() throws SQLException {
    assertThat(new SchemaVersion(database.xa()).problem()).isEmpty();
    assertThat(database.value("SELECT max(version) FROM scheduler.schema_version"))
        .isEqualTo(Integer.toString(SchemaVersion.NEEDED));
  }

  @Test
  void an_older_schema_is_refused_with_the_migrations_to_run() throws SQLException {
    database.execute("DELETE FROM scheduler.schema_version");
    try {
      assertThat(new SchemaVersion(database.xa()).problem())
          .contains(
              ("SCHED-0501 the database schema has version 0 but this build needs %d: run goodtiming migrate, or as"
                      + " scheduler_owner the files of sql/migrations from V1 on (psql -v ON_ERROR_STOP=1 -1 -f FILE),"
                      + " then deploy again")
                  .formatted(SchemaVersion.NEEDED));
    } finally {
      database.execute(
          "INSERT INTO scheduler.schema_version (version) SELECT generate_series(1, %d)"
              .formatted(SchemaVersion.NEEDED));
    }
  }

  @Test
  void no_schema_at_all_is_version_0() throws SQLException {
    assertThat(new SchemaVersion(database.withoutSchema()).problem())
        .hasValueSatisfying(problem -> assertThat(problem).contains("has version 0"));
  }
}
