package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.goodtiming.scheduler.chaos.Storm.Limits;
import org.goodtiming.scheduler.system.Disruptive;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A short storm; the command runs a long storm, with the network's faults and the promised limits.
 */
@Disruptive
@Nightly
class StormIT {

  private static final Duration LENGTH = Duration.ofMinutes(2);
  private static final int JOBS_A_MINUTE = 600;
  private static final Limits PATIENT = new Limits(Duration.ofMinutes(5), Duration.ofMinutes(5));

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  @AfterEach
  void two_nodes_and_no_jobs() {
    stack.startAllNodes();
    stack.clear();
  }

  @Test
  void overlapping_faults_break_no_promise() throws Exception {
    long seed = Long.getLong("scheduler.seed", System.nanoTime());
    var wishes = new Storm.Wishes(seed, LENGTH, JOBS_A_MINUTE, PATIENT);
    try (var chaos = Chaos.on(stack.devStack(), stack.scheduler(), System.out::println)) {
      var verdict = chaos.storm(wishes);
      System.out.println("StormIT: " + verdict.total());
      assertThat(verdict.broken()).as(verdict.total()).isEmpty();
      assertThat(verdict.books().acknowledged()).isPositive();
      assertThat(verdict.ledger().reports().committed()).isNotEmpty();
      assertThat(verdict.longRuns().finished()).isPositive();
      assertThat(verdict.unreliable().retries()).isPositive();
      assertThat(verdict.unreliable().overdue()).isPositive();
      assertThat(verdict.unreliable().events()).isPositive();
    }
  }
}
