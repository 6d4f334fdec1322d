package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PlannedRunJsonTest {

  private static final Instant PLANNED = Instant.parse("2026-12-01T06:00:00.123Z");

  @Test
  void a_run_comes_back_as_it_was() {
    PlannedRun run =
        new PlannedRun(
            PLANNED, 17, PLANNED.minusSeconds(60), PLANNED.plusSeconds(60), null, "catch-up");
    assertThat(PlannedRunJson.read(PlannedRunJson.write(run))).isEqualTo(run);
  }

  @Test
  void the_only_run_of_a_schedule_has_neither_a_run_before_nor_after_it() {
    PlannedRun run = new PlannedRun(PLANNED, 1, null, null, null, null);
    assertThat(PlannedRunJson.read(PlannedRunJson.write(run))).isEqualTo(run);
  }
}
