package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Duties that operators take from nodes and give back. */
class NodeDutiesIT {

  private static final NodeDuties DISPATCH = new NodeDuties(true, false);
  private static final NodeDuties REGISTRATION = new NodeDuties(false, true);

  private final ContractDatabase database = ContractDatabase.shared();
  private final DutyChanges changes =
      new DutyChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final LeaseQueries queries = new LeaseQueries(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
    database.execute("TRUNCATE scheduler.audit");
  }

  @Test
  void a_drained_node_has_no_duty_and_is_listed_while_it_is_down() {
    changes.drain("ops", "n-1", NodeDuties.ALL);

    assertThat(node().values())
        .containsEntry("live", false)
        .containsEntry("dispatches", false)
        .containsEntry("registers", false)
        .containsEntry("drainedBy", "ops")
        .containsKey("drainedAt");
  }

  @Test
  void one_duty_is_taken_and_the_other_stays_until_it_is_taken_too() {
    changes.drain("ops", "n-1", REGISTRATION);
    assertThat(node().values()).containsEntry("dispatches", true).containsEntry("registers", false);

    changes.drain("ops", "n-1", DISPATCH);
    assertThat(node().values())
        .containsEntry("dispatches", false)
        .containsEntry("registers", false);

    changes.resume("ops", "n-1", REGISTRATION);
    assertThat(node().values()).containsEntry("dispatches", false).containsEntry("registers", true);
  }

  @Test
  void a_node_with_all_its_duties_has_no_row() {
    changes.drain("ops", "n-1", NodeDuties.ALL);
    changes.resume("ops", "n-1", NodeDuties.ALL);
    changes.resume("ops", "n-2", NodeDuties.ALL);

    assertThat(database.value("SELECT count(*) FROM scheduler.node_duty")).isEqualTo("0");
  }

  @Test
  void each_change_is_in_the_audit_and_what_changes_nothing_is_not() {
    changes.drain("ops", "n-1", NodeDuties.ALL);
    changes.drain("ops", "n-1", REGISTRATION);
    changes.resume("ops", "n-1", NodeDuties.ALL);

    assertThat(
            database.value(
                "SELECT string_agg(concat_ws(' ', changed_by, action, subject, before ->> 'dispatches', after ->> 'dispatches'), ', ' ORDER BY id) FROM scheduler.audit"))
        .isEqualTo("ops drain node n-1 true false, ops resume node n-1 false true");
  }

  private Row node() {
    return queries.node("n-1").orElseThrow();
  }
}
