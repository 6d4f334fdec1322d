package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The set of faults depends on the part of PostgreSQL in the scheduler's transactions. */
class PointTest {

  @Test
  void a_last_resource_is_neither_prepared_nor_decided_about() {
    assertThat(names(Transactions.LAST_RESOURCE))
        .contains(
            "kill-dispatch-broker-prepared",
            "kill-report-database-committed",
            "both-kill-report-broker-prepared",
            "both-kill-registration-broker-prepared",
            "database-kill-registration-database-committed")
        .doesNotContain(
            "kill-dispatch-database-prepared",
            "kill-report-decided",
            "pause-dispatch-decided",
            "database-kill-registration-decided",
            "recovery-brokerless");
  }

  @Test
  void a_transaction_that_both_sides_have_prepared_waits_for_its_node() {
    assertThat(names(Transactions.XA))
        .contains(
            "kill-dispatch-decided",
            "database-kill-dispatch-decided",
            "both-kill-dispatch-database-committed")
        .doesNotContain("both-kill-dispatch-decided", "both-kill-registration-broker-prepared");
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
