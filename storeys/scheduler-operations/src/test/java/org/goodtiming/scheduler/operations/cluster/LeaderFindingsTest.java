package org.goodtiming.scheduler.operations.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerUnchecked;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.junit.jupiter.api.Test;

class LeaderFindingsTest {

  private final LeaderFindings findings = new LeaderFindings();

  @Test
  void a_leader_reports_the_findings_of_its_tasks() {
    findings.on(new LeaderTasksStarted());
    findings.on(new InDoubtCounted(2));
    findings.on(new LedgerChecked(3));
    assertThat(findings.inDoubt()).isEqualTo(2);
    assertThat(findings.ledgerDifference()).hasValue(3);
    findings.on(new LedgerUnchecked("no connection"));
    assertThat(findings.ledgerProblem()).hasValue("no connection");
  }

  @Test
  void a_task_that_ends_after_the_node_has_lost_its_lease_leaves_no_problem() {
    findings.on(new LeaderTasksStarted());
    findings.on(new LeaderTasksStopped());
    findings.on(new InDoubtCounted(2));
    findings.on(new LedgerUnchecked("interrupted"));
    assertThat(findings.inDoubt()).isZero();
    assertThat(findings.ledgerProblem()).isEmpty();
    assertThat(findings.ledgerDifference()).isEmpty();
  }
}
