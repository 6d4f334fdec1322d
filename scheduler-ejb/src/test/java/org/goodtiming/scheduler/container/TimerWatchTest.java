package org.goodtiming.scheduler.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.goodtiming.scheduler.telemetry.RecordedLog;
import org.junit.jupiter.api.Test;

class TimerWatchTest {

  private final RecordedLog log = new RecordedLog();
  private final TimerWatch watch = new TimerWatch(log, "node-1");

  @Test
  void a_timer_that_is_called_now_and_then_is_not_silent() {
    for (int i = 0; i < 10; i++) {
      assertThat(watch.isSilent()).isFalse();
      look(TimerWatch.PATIENCE - 2);
      watch.called();
    }
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void a_silent_timer_and_its_return_are_each_reported_once() {
    look(TimerWatch.PATIENCE - 1);
    assertThat(IntStream.range(0, 3).allMatch(i -> watch.isSilent())).isTrue();
    watch.called();
    watch.called();
    assertThat(watch.isSilent()).isFalse();
    assertThat(log.lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("WARNING SCHED-0214").contains("node-1 for 5"),
            line -> assertThat(line).startsWith("INFO SCHED-0215").contains("after 7 intervals"));
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watch.isSilent();
    }
  }
}
