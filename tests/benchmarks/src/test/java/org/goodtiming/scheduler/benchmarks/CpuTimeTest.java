package org.goodtiming.scheduler.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class CpuTimeTest {

  private static final String WORK = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";

  @Test
  void time_of_children_that_have_ended_counts() {
    var stat = "42 (a (strange) name) S 1 42 42 0 -1 4194304 1 2 3 4 500 60 7 1 20 0 1 0 100";
    assertThat(CpuTime.Stat.parse(stat)).isEqualTo(new CpuTime.Stat(5_600_000, 80_000));
  }

  @Test
  void a_process_that_works_uses_more() {
    var cpu = new CpuTime(ProcessHandle.current().pid());
    double alone = cpu.alone();
    double withChildren = cpu.withChildren();
    await(() -> cpu.alone() > alone && cpu.withChildren() > withChildren);
    assertThat(cpu.alone()).isGreaterThan(alone);
    assertThat(cpu.withChildren()).isGreaterThan(withChildren);
  }

  @Test
  void a_process_alone_is_without_its_children() throws Exception {
    try (var shell = new Shell("(" + WORK + "); read line")) {
      await(() -> shell.cpu().withChildren() - shell.cpu().alone() >= 20_000);
      assertThat(shell.cpu().withChildren()).isGreaterThan(shell.cpu().alone());
    }
  }

  @Test
  void a_child_that_nobody_has_waited_for_counts() throws Exception {
    try (var shell = new Shell("(" + WORK + ") & exec sleep 60")) {
      await(() -> shell.process.descendants().anyMatch(CpuTimeTest::hasEnded));
      assertThat(shell.process.descendants()).isNotEmpty();
      assertThat(shell.cpu().withChildren()).isGreaterThan(shell.cpu().alone());
    }
  }

  @Test
  void no_reading_is_less_than_the_one_before_while_children_come_and_go() throws Exception {
    try (var shell = new Shell("while :; do (" + WORK + ") & (" + WORK + "); wait; done")) {
      double before = 0;
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      while (System.nanoTime() < end) {
        double now = shell.cpu().withChildren();
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
      assertThat(before).isPositive();
    }
  }

  @Test
  void a_process_that_is_not_there_uses_nothing() throws Exception {
    var shell = new Shell("exit");
    shell.close();
    assertThat(shell.cpu().alone()).isZero();
    assertThat(shell.cpu().withChildren()).isZero();
  }

  private static boolean hasEnded(ProcessHandle process) {
    return process.info().command().isEmpty();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private record Shell(Process process) implements AutoCloseable {
    Shell(String command) throws IOException {
      this(new ProcessBuilder("sh", "-c", command).start());
    }

    CpuTime cpu() {
      return new CpuTime(process.pid());
    }

    @Override
    public void close() throws InterruptedException {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
