package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.Refusals.refusal;

import java.time.Instant;
import org.goodtiming.scheduler.operations.JobFilter;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.goodtiming.scheduler.operations.JobPage.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobListQueryTest {

  private final JobListQuery query = new JobListQuery();

  @Test
  void without_parameters_it_lists_a_hundred_jobs_from_the_beginning_and_counts_none() {
    assertThat(query.filter()).isEqualTo(new JobFilter(null, null, null, null, null, null, null));
    assertThat(query.after()).isNull();
    assertThat(query.size()).isEqualTo(100);
    assertThat(query.counts()).isFalse();
  }

  @Test
  void each_parameter_restricts_the_list() {
    query.queue = "order-check";
    query.state = "held";
    query.prefix = "a%";
    query.dueFrom = "2100-01-01T00:00:00Z";
    query.dueBefore = "2101-01-01T00:00:00+01:00";
    query.count = "true";
    query.limit = "7";
    Position position = new Position("order-check", Instant.EPOCH, 1);
    query.cursor = Cursor.write(position);

    assertThat(query.filter())
        .isEqualTo(
            new JobFilter(
                "order-check",
                JobState.HELD,
                "a%",
                Instant.parse("2100-01-01T00:00:00Z"),
                Instant.parse("2100-12-31T23:00:00Z"),
                null,
                null));
    assertThat(query.counts()).isTrue();
    assertThat(query.size()).isEqualTo(7);
    assertThat(query.after()).isEqualTo(position);
  }

  @ParameterizedTest
  @EnumSource(JobState.class)
  void a_state_is_named_by_its_label(JobState state) {
    query.state = state.label();

    assertThat(query.filter().state()).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost", "", "WAITING", "' OR '1'='1"})
  void another_state_is_refused(String state) {
    query.state = state;

    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 query parameter state is '"
                + state
                + "': send waiting, due, retrying or held");
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused_by_its_name() {
    query.dueFrom = "now";
    assertThat(refusal(query::filter))
        .startsWith("400 SCHED-0904 query parameter dueFrom is 'now'");

    query.dueFrom = null;
    query.dueBefore = "'; DROP TABLE scheduler.job; --";
    assertThat(refusal(query::filter))
        .startsWith("400 SCHED-0904 query parameter dueBefore is '';");

    query.dueBefore = null;
    query.prefix = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 query parameter prefix is");

    query.cursor = "abc";
    assertThat(refusal(query::after)).startsWith("400 SCHED-0904 query parameter cursor is 'abc'");

    query.limit = "x";
    assertThat(refusal(query::size)).startsWith("400 SCHED-0904 query parameter limit is 'x'");

    query.count = "yes";
    assertThat(refusal(query::counts))
        .isEqualTo("400 SCHED-0904 query parameter count is 'yes': send true or false");
  }
}
