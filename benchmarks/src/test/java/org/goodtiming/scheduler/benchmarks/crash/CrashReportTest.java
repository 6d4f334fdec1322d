package org.goodtiming.scheduler.benchmarks.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashReportTest {

  private static final CrashReport REPORT =
      new CrashReport(
          "./scheduler bench crash",
          "PostgreSQL",
          List.of(
              sample(CrashSubject.GOOD_TIMING, 1, 0, 0, 20_000),
              sample(CrashSubject.QUARTZ, 1, 0, 2, 9_000),
              sample(CrashSubject.QUARTZ, 1, 1, 3, 12_000),
              sample(CrashSubject.QUARTZ, 2, 0, 0, 8_000)));

  @Test
  void rounds_of_the_same_kind_are_summed_up() {
    assertThat(REPORT.table())
        .contains(
            "| Quartz | 1 | 2 | 1,000 of 3,000, 1,000 of 3,000 | 1 | 0 | 5 | 10.5 (9.0 .. 12.0) | 10.4 (8.9 .. 11.9) |");
  }

  @Test
  void with_two_nodes_none_is_started_again_at_once() {
    assertThat(REPORT.table())
        .contains("| Quartz | 2 | 1 | 1,000 of 3,000 | 0 | 0 | 0 | 8.0 (8.0 .. 8.0) |  |");
  }

  @Test
  void each_contender_stands_with_its_settings_once() {
    assertThat(REPORT.markdown())
        .contains("Made by `./scheduler bench crash`", "- Servers: PostgreSQL")
        .containsOnlyOnce(CrashSubject.QUARTZ.settings());
  }

  @Test
  void a_wrong_name_is_answered_with_the_right_ones() {
    assertThat(CrashSubject.named(List.of())).containsExactly(CrashSubject.values());
    assertThatThrownBy(() -> CrashSubject.named(List.of("quarz")))
        .hasMessage(
            "SCHED-0904 there is no contender 'quarz': choose among good-timing, good-timing-mdb, quartz, quartz-recovery, db-scheduler, jobrunr");
  }

  private static CrashSample sample(
      CrashSubject subject, int nodes, int twice, int never, int millis) {
    return new CrashSample(
        subject,
        nodes,
        3000,
        1000,
        twice,
        0,
        never,
        Duration.ofMillis(millis),
        Duration.ofMillis(millis - 100));
  }
}
