package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.Report.Event.FINISHED;
import static org.goodtiming.scheduler.execution.Report.Event.PROGRESS;
import static org.goodtiming.scheduler.execution.Report.Event.STARTED;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReportStoreTest {

  private static final UUID A = new UUID(0, 1);
  private static final UUID B = new UUID(0, 2);

  @Test
  void reports_of_one_run_are_booked_in_rounds_in_their_order() {
    Report started = report(A, STARTED);
    Report progress = report(A, PROGRESS);
    Report other = report(B, STARTED);
    assertThat(ReportStore.rounds(List.of(other, started, progress)))
        .containsExactly(List.of(started, other), List.of(progress));
  }

  @Test
  void the_end_of_a_run_is_booked_after_its_start_in_whatever_order_they_come() {
    Report finished = report(A, FINISHED);
    Report started = report(A, STARTED);
    assertThat(ReportStore.rounds(List.of(finished, started)))
        .containsExactly(List.of(started), List.of(finished));
  }

  private static Report report(UUID fireId, Report.Event event) {
    return new Report(
        fireId, "token", event, null, null, null, null, 1, null, true, null, Report.Notes.NONE);
  }
}
