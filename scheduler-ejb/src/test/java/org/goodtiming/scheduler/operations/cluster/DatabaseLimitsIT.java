package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.config.operations.DatabaseConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.KeptSession;
import org.junit.jupiter.api.Test;

class DatabaseLimitsIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @Test
  void limits_and_live_nodes_are_those_of_the_database() throws SQLException {
    try (KeptSession session = new KeptSession(database.lease())) {
      DatabaseLimits.Found found =
          new DatabaseLimits(session.dataSource(), new DatabaseConfig(64, 12), TransactionMode.XA)
              .found();
      assertThat(found)
          .isEqualTo(
              new DatabaseLimits.Found(
                  setting("max_connections"),
                  setting("superuser_reserved_connections") + setting("reserved_connections"),
                  setting("max_prepared_transactions"),
                  1));
    }
  }

  private int setting(String name) {
    return Integer.parseInt(database.value("SELECT current_setting('%s')".formatted(name)));
  }
}
