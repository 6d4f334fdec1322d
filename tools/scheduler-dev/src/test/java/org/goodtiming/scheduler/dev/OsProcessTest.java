package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OsProcessTest {
  private Process sleeper;
  private OsProcess process;

  @BeforeEach
  void startSleeper() throws IOException {
    sleeper = new ProcessBuilder("sleep", "60").start();
    process = OsProcess.of(sleeper.toHandle());
  }

  @AfterEach
  void endSleeper() {
    sleeper.destroyForcibly();
  }

  @Test
  void process_is_recognized_from_what_was_written_down() {
    assertThat(OsProcess.parse(process.format())).isEqualTo(process);
    assertThat(OsProcess.parse(process.format()).alive()).isTrue();
  }

  @Test
  void another_process_with_the_same_id_is_not_mistaken_for_it() {
    var earlier = new OsProcess(process.pid(), process.started().minusSeconds(60));
    assertThat(earlier.alive()).isFalse();
    earlier.kill();
    earlier.signal("KILL");
    assertThat(process.alive()).isTrue();
  }

  @Test
  void killed_process_is_gone() {
    process.kill();
    assertThat(process.awaitEnd(Duration.ofSeconds(10))).isTrue();
    assertThat(process.alive()).isFalse();
  }

  @Test
  void process_that_does_not_end_in_time_is_reported() {
    assertThat(process.awaitEnd(Duration.ofMillis(10))).isFalse();
  }

  @Test
  @Timeout(30)
  void frozen_process_lives_and_goes_on_later() throws IOException {
    process.signalAll("STOP");
    awaitStopped();
    assertThat(process.alive()).isTrue();
    process.signal("TERM");
    assertThat(process.awaitEnd(Duration.ofMillis(100))).isFalse();
    process.signalAll("CONT");
    assertThat(process.awaitEnd(Duration.ofSeconds(10))).isTrue();
  }

  /** Of two signals that wait for a process that has no processor, TERM comes before STOP. */
  private void awaitStopped() throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    while (!Files.readString(stat).contains(") T ")) {
      Thread.onSpinWait();
    }
  }
}
