package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which faults there are depends on how PostgreSQL takes part in the scheduler's transactions. */
class PointIT {

  @Test
  void a_last_resource_is_neither_prepared_nor_decided_about() {
    assertThat(names(Transactions.LAST_RESOURCE))
        .contains(
            "kill-hand-off-broker-prepared",
            "both-kill-registration-broker-prepared",
            "database-kill-registration-database-committed")
        .doesNotContain(
            "kill-hand-off-database-prepared",
            "pause-hand-off-decided",
            "database-kill-registration-decided",
            "recovery-brokerless");
  }

  @Test
  void what_both_sides_have_prepared_waits_for_its_node() {
    assertThat(names(Transactions.XA))
        .contains(
            "kill-hand-off-decided",
            "database-kill-hand-off-decided",
            "both-kill-hand-off-database-committed")
        .doesNotContain("both-kill-hand-off-decided", "both-kill-registration-broker-prepared");
  }

  @Test
  void the_mode_is_that_of_the_nodes() {
    assertThat(Transactions.of(Map.of())).isEqualTo(Transactions.BY_DEFAULT);
    assertThat(Transactions.of(Map.of(Transactions.VARIABLE, "last-resource")))
        .isEqualTo(Transactions.LAST_RESOURCE);
  }

  private static List<String> names(Transactions mode) {
    return Faults.ALL.stream().filter(each -> each.existsIn(mode)).map(Fault::name).toList();
  }
}
