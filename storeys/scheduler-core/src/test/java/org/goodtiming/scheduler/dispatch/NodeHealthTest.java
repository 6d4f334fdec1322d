package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerUnchecked;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.junit.jupiter.api.Test;

class NodeHealthTest {

  private final NodeHealth health = new NodeHealth();

  @Test
  void a_leader_reports_the_findings_of_its_tasks() {
    health.on(new LeaderTasksStarted());
    health.on(new InDoubtCounted(2));
    health.on(new LedgerChecked(3));
    assertThat(health.inDoubt()).isEqualTo(2);
    assertThat(health.ledgerDifference()).hasValue(3);
    health.on(new LedgerUnchecked("no connection"));
    assertThat(health.ledgerProblem()).hasValue("no connection");
  }

  @Test
  void a_task_that_ends_after_the_node_has_lost_its_lease_leaves_no_problem() {
    health.on(new LeaderTasksStarted());
    health.on(new LeaderTasksStopped());
    health.on(new InDoubtCounted(2));
    health.on(new LedgerUnchecked("interrupted"));
    assertThat(health.inDoubt()).isZero();
    assertThat(health.ledgerProblem()).isEmpty();
    assertThat(health.ledgerDifference()).isEmpty();
  }
}
