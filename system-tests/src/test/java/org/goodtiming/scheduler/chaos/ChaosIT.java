package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.chaos.Chaos.Wishes;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One pass of the fault suite over the points of two-phase commit; the whole of it is a command.
 */
class ChaosIT {

  private static final int JOBS = 10_000;
  private static final int JOBS_WITH_REPORTS = 1_000;

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  @AfterEach
  void two_nodes_and_no_jobs() {
    stack.startAllNodes();
    stack.clear();
  }

  @Test
  void a_leader_killed_at_any_point_of_a_dispatch_or_of_a_decision_breaks_no_promise()
      throws Exception {
    assertHolds(run(JOBS, List.of("kill-dispatch", "recovery-killed", "decider-killed")));
  }

  @Test
  void a_node_killed_while_it_stores_reports_loses_no_result_and_ends_no_run_twice()
      throws Exception {
    assertHolds(run(JOBS_WITH_REPORTS, List.of("kill-report-database-committed")));
  }

  private static void assertHolds(Summary summary) {
    System.out.println("ChaosIT: " + summary.total());
    assertThat(summary.broken()).isEmpty();
    assertThat(summary.results()).isPositive();
  }

  private Summary run(int all, List<String> names) throws Exception {
    var faults = Faults.named(names);
    int jobs = all / faults.size() + 1;
    long seed = Long.getLong("scheduler.seed", System.nanoTime());
    var wishes =
        new Wishes(
            seed, faults.size(), Duration.ofMinutes(12), jobs, Duration.ofSeconds(12), faults);
    try (var chaos = Chaos.on(stack.devStack(), stack.scheduler(), System.out::println)) {
      return chaos.run(wishes);
    }
  }
}
