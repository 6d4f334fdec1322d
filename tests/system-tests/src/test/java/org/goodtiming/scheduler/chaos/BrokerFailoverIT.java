package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.chaos.Chaos.Wishes;
import org.goodtiming.scheduler.dev.StackOptions;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some faults of a pair of brokers, on a stack of its own; all of them are a command. */
@Nightly
class BrokerFailoverIT {

  private static final List<String> FAULTS =
      List.of(
          "broker-failover-kill",
          "broker-failover-commit",
          "broker-failover-rollback",
          "broker-failover-registration-broker-prepared");

  @TempDir private Path state;

  @Test
  void the_other_broker_has_lost_nothing_and_jobs_are_dispatched_again() throws Exception {
    long seed = Long.getLong("scheduler.seed", System.nanoTime());
    var faults = Faults.named(FAULTS);
    var wishes =
        new Wishes(seed, faults.size(), Duration.ofMinutes(8), 400, Duration.ofSeconds(30), faults);
    var options =
        StackOptions.of(Path.of(System.getProperty("scheduler.root")))
            .withState(state)
            .withPair(true)
            .withPorts(StackOptions.PortWishes.above(3000));
    try (var chaos = Chaos.start(options, System.out::println)) {
      var summary = chaos.run(wishes);
      System.out.println("BrokerFailoverIT: " + summary.total());
      assertThat(summary.broken()).isEmpty();
      assertThat(summary.results()).isPositive();
      assertThat(summary.longRuns()).isPositive();
    }
  }
}
