package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.config.operations.DatabaseConfig;
import org.goodtiming.scheduler.operations.cluster.DatabaseLimits.Found;
import org.junit.jupiter.api.Test;

class DatabaseLimitsTest {

  private final DatabaseLimits lastResource = limits(TransactionMode.LAST_RESOURCE);
  private final DatabaseLimits xa = limits(TransactionMode.XA);

  @Test
  void enough_for_all_nodes_is_not_reported() {
    Found enough = new Found(157, 3, 128, 2);
    assertThat(xa.warnings(enough)).isEmpty();
    assertThat(xa.problem(enough)).isEmpty();
  }

  @Test
  void too_few_connections_are_reported_with_the_number_to_set() {
    assertThat(lastResource.warnings(new Found(156, 3, 0, 2)))
        .containsExactly(
            "SCHED-0310 max_connections of the database is 156, 3 of them reserved, but 2 nodes may open 154 connections: set max_connections to 157 or more");
  }

  @Test
  void too_few_prepared_transactions_are_reported_in_mode_xa() {
    Found few = new Found(300, 3, 100, 2);
    assertThat(xa.warnings(few))
        .containsExactly(
            "SCHED-0311 max_prepared_transactions of the database is 100 but 2 nodes may prepare 128 transactions: set max_prepared_transactions to 128 or more");
    assertThat(lastResource.warnings(few)).isEmpty();
  }

  @Test
  void a_database_that_prepares_nothing_keeps_a_node_of_mode_xa_down() {
    Found none = new Found(300, 3, 0, 1);
    assertThat(xa.problem(none))
        .contains(
            "SCHED-0314 max_prepared_transactions of the database is 0 but scheduler.transactions is xa, so no transaction could commit: set max_prepared_transactions to 64 or more, or use last-resource");
    assertThat(lastResource.problem(none)).isEmpty();
  }

  /** Creates limits for which the test gives the database's answers. */
  private static DatabaseLimits limits(TransactionMode mode) {
    return new DatabaseLimits(null, new DatabaseConfig(64, 12), mode);
  }
}
