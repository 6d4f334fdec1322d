package org.goodtiming.scheduler.benchmarks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.booking.BookedArrivals;
import org.goodtiming.scheduler.benchmarks.booking.BookingHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashRoundTest {

  @TempDir private Path directory;

  @Test
  void the_only_node_is_started_again_at_once() throws Exception {
    var victim = new Scripted(List.of(0, 1), List.of(1, 2, 3));
    var sample = round(1, victim);
    assertThat(sample.handedOut()).isEqualTo(2);
    assertThat(sample.twice()).isEqualTo(1);
    assertThat(sample.never()).isZero();
    assertThat(sample.late()).isZero();
    assertThat(sample.fromKill()).isPositive().isGreaterThanOrEqualTo(sample.fromRestart());
  }

  @Test
  void of_two_nodes_the_killed_one_is_started_for_what_is_left() throws Exception {
    var victim = new Scripted(List.of(0, 1, 2), List.of(3));
    var sample = round(2, victim);
    assertThat(sample.late()).isEqualTo(1);
    assertThat(sample.never()).isZero();
    assertThat(sample.fromKill()).isNegative();
  }

  @Test
  void a_job_that_is_in_no_table_and_has_not_arrived_never_will() throws Exception {
    var victim = new Scripted(List.of(0, 1), List.of(2));
    assertThat(round(1, victim).never()).isEqualTo(1);
  }

  private CrashSample round(int nodes, Scripted victim) throws Exception {
    return new CrashRound(
            CrashSubject.QUARTZ,
            nodes,
            4,
            2,
            new Patience(Duration.ofMillis(300), Duration.ofMillis(1)),
            victim.arrivals)
        .run(victim);
  }

  /** Hands out given jobs before the kill and after the restart. */
  private final class Scripted implements CrashTarget {
    private final BookedArrivals arrivals = new BookedArrivals(directory.resolve("bookings"));
    private final BookingHandler handler = BookingHandler.of(arrivals.file());
    private final List<Integer> before;
    private final List<Integer> after;
    private boolean restarted;

    Scripted(List<Integer> before, List<Integer> after) {
      this.before = before;
      this.after = after;
    }

    @Override
    public void fill(int jobs) {
      assertThat(jobs).isEqualTo(4);
    }

    @Override
    public void handOut() {
      book(before);
    }

    @Override
    public long handedOut() {
      return before.size();
    }

    @Override
    public void kill() {
      assertThat(restarted).isFalse();
    }

    @Override
    public void restart() {
      restarted = true;
      book(after);
    }

    @Override
    public long left() {
      return restarted ? 0 : 1;
    }

    @Override
    public void close() {}

    private void book(List<Integer> numbers) {
      numbers.forEach(number -> handler.accept("%0100d".formatted(number)));
    }
  }
}
