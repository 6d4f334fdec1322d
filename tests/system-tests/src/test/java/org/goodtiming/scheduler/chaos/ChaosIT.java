package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.chaos.Chaos.Wishes;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sample of the fault suite over the points of two-phase commit: all of them with
 * -Dscheduler.chaos-sample=100; the whole suite is a command.
 */
@Disruptive
@Nightly
class ChaosIT {

  private static final int JOBS = 1_250;

  private final long seed = Long.getLong("scheduler.seed", System.nanoTime());
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
    assertHolds(run(sample("kill-dispatch", "recovery-killed", "decider-killed")));
  }

  @Test
  void a_node_killed_while_it_stores_reports_loses_no_result_and_ends_no_run_twice()
      throws Exception {
    assertHolds(run(Faults.named(List.of("kill-report-database-committed"))));
  }

  @Test
  void a_node_killed_in_the_transaction_of_a_dead_letter_tries_no_attempt_twice_and_loses_no_event()
      throws Exception {
    assertHolds(run(sample("kill-dead-letter")));
  }

  @Test
  void open_transactions_readers_and_a_standby_that_keep_old_rows_break_no_promise()
      throws Exception {
    assertHolds(
        run(Faults.named(List.of("idle-in-transaction", "active-readers", "standby-feedback"))));
  }

  @Test
  void a_database_whose_synchronous_standby_takes_over_has_lost_nothing() throws Exception {
    assertHolds(run(Faults.named(List.of("database-failover-address"))));
  }

  private List<Fault> sample(String... names) {
    List<Fault> faults =
        new ArrayList<>(
            Faults.named(List.of(names)).stream()
                .filter(fault -> fault.existsIn(Transactions.BY_DEFAULT) && !fault.ofPair())
                .toList());
    Collections.shuffle(faults, new Random(seed));
    int size = Math.min(Integer.getInteger("scheduler.chaos-sample", 2), faults.size());
    return faults.subList(0, size);
  }

  private static void assertHolds(Summary summary) {
    System.out.println("ChaosIT: " + summary.total());
    assertThat(summary.broken()).isEmpty();
    assertThat(summary.results()).isPositive();
    assertThat(summary.longRuns()).isPositive();
    assertThat(summary.retries()).isPositive();
    assertThat(summary.overdue()).isPositive();
  }

  private Summary run(List<Fault> faults) throws Exception {
    var wishes =
        new Wishes(
            seed, faults.size(), Duration.ofMinutes(12), JOBS, Duration.ofSeconds(12), faults);
    try (var chaos = Chaos.on(stack.devStack(), stack.scheduler(), System.out::println)) {
      return chaos.run(wishes);
    }
  }
}
