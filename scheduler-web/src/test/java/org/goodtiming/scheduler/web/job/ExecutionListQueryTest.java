package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Marks;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter.Times;
import org.goodtiming.scheduler.operations.execution.ExecutionOrder;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.goodtiming.scheduler.web.http.Cursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionListQueryTest {

  private static final String DAY = "2026-11-26T00:00:00Z";
  private static final TimeRange OF_DAY =
      new TimeRange(Instant.parse(DAY), Instant.parse("2026-11-27T00:00:00Z"));

  private final ExecutionListQuery query = new ExecutionListQuery();

  @Test
  void without_parameters_it_lists_the_hundred_newest_executions() {
    assertThat(query.filter()).isEqualTo(ExecutionFilter.ALL);
    assertThat(query.after()).isNull();
    assertThat(query.order()).isEqualTo(ExecutionOrder.NEWEST);
    assertThat(query.size()).isEqualTo(100);
    assertThat(query.counts()).isFalse();
  }

  @Test
  void each_parameter_restricts_the_list() {
    query.queue = "order-check";
    query.jobId = "4711";
    query.prefix = "47";
    query.state = "ERROR,FINISHED";
    query.submittedFrom = DAY;
    query.submittedBefore = "2026-11-27T01:00:00+01:00";
    query.startedFrom = DAY;
    query.startedBefore = "2026-11-27T00:00:00Z";
    query.endedFrom = DAY;
    query.endedBefore = "2026-11-27T00:00:00Z";
    query.minDuration = "PT10S";
    query.retried = "true";
    query.unhandled = "true";
    query.message = "TaxClient";
    query.batch = "import-4711";
    query.sort = "submitted";
    ExecutionPosition position =
        new ExecutionPosition(Instant.parse(DAY), new UUID(0, 1), Duration.ofSeconds(8));
    query.cursor = Cursor.write(position);
    query.count = "true";

    assertThat(query.filter())
        .isEqualTo(
            new ExecutionFilter(
                "order-check",
                "4711",
                "47",
                Set.of(ExecutionState.ERROR, ExecutionState.FINISHED),
                new Times(OF_DAY, OF_DAY, OF_DAY),
                Duration.ofSeconds(10),
                new Marks(true, true, "TaxClient", "import-4711")));
    assertThat(query.order()).isEqualTo(ExecutionOrder.OLDEST);
    assertThat(query.after()).isEqualTo(position);
    assertThat(query.counts()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "failed, ERROR EXHAUSTED",
    "succeeded, FINISHED",
    "cancelled, CANCELLED",
    "open, DISPATCHED RUNNING SUBMITTED"
  })
  void an_outcome_stands_for_states(String outcome, String states) {
    query.outcome = outcome;

    assertThat(query.filter().states())
        .extracting(Enum::name)
        .containsExactlyInAnyOrder(states.split(" "));
  }

  @Test
  void an_outcome_and_states_restrict_each_other() {
    query.outcome = "failed";
    query.state = "ERROR,FINISHED";
    assertThat(query.filter().states()).containsExactly(ExecutionState.ERROR);

    query.state = "FINISHED";
    assertThat(query.filter().states()).isEmpty();
  }

  @Test
  void a_schedule_is_its_queue_and_job_id() {
    query.schedule = "nightly";
    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter schedule is 'nightly': send the schedule's queue with it");

    query.queue = "reports";
    assertThat(query.filter().jobId()).isEqualTo("nightly");

    query.jobId = "other";
    assertThat(refusal(query::filter))
        .isEqualTo("400 SCHED-0904 parameter jobId is 'other': send either schedule or jobId");
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused() {
    query.state = "LOST";
    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter state is 'LOST': send SUBMITTED, DISPATCHED, RUNNING, FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED, separated by commas");
    query.state = null;

    query.outcome = "lost";
    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter outcome is 'lost': send failed, succeeded, cancelled or open");
    query.outcome = null;

    query.endedFrom = "midnight";
    assertThat(refusal(query::filter)).contains("parameter endedFrom is 'midnight'");
    query.endedFrom = null;

    query.retried = "yes";
    assertThat(refusal(query::filter))
        .isEqualTo("400 SCHED-0904 parameter retried is 'yes': send true or false");
  }

  @Test
  void an_order_that_no_index_has_and_a_cursor_of_another_order_are_refused() {
    query.sort = "duration";
    assertThat(refusal(query::order))
        .isEqualTo(
            "400 SCHED-0904 parameter sort is 'duration': send -submitted, submitted, -latest or -duration");

    query.sort = "-duration";
    query.cursor = Cursor.write(new ExecutionPosition(Instant.parse(DAY), new UUID(0, 1), null));
    assertThat(refusal(query::after)).endsWith("send a cursor of a list with the same sort");
  }

  @ParameterizedTest
  @CsvSource({"10s", "-PT1S", "P3661D", "P1M"})
  void a_duration_that_cannot_be_read_is_refused(String duration) {
    query.minDuration = duration;

    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter minDuration is '%s': send a duration like PT10S, of at most P3660D"
                .formatted(duration));
  }
}
