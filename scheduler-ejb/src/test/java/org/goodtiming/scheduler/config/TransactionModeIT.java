package org.goodtiming.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.database.ContractDatabase;
import org.junit.jupiter.api.Test;

class TransactionModeIT {

  private final ContractDatabase database = ContractDatabase.shared();

  @Test
  void a_data_source_of_the_mode_whose_sessions_have_the_name_of_the_node_fits() throws Exception {
    assertThat(TransactionMode.LAST_RESOURCE.problem(database.lastResource(), "node-9")).isEmpty();
  }

  @Test
  void a_data_source_of_the_other_mode_is_refused() throws Exception {
    assertThat(TransactionMode.XA.problem(database.lastResource(), "node-9"))
        .hasValueSatisfying(text -> assertThat(text).startsWith("SCHED-0612 "));
    assertThat(TransactionMode.LAST_RESOURCE.problem(database.xa(), "node-9"))
        .hasValueSatisfying(text -> assertThat(text).startsWith("SCHED-0612 "));
  }

  @Test
  void sessions_that_have_another_name_than_the_node_are_refused() throws Exception {
    assertThat(TransactionMode.LAST_RESOURCE.problem(database.lastResource(), "node-8"))
        .contains(
            "SCHED-0616 the sessions of the data source jdbc/scheduler have the name 'node-9' but must have that of the node, 'node-8': set the property ApplicationName of its pool to it");
    assertThat(TransactionMode.XA.problem(database.xa(), "node-9"))
        .hasValueSatisfying(text -> assertThat(text).startsWith("SCHED-0616 "));
  }
}
