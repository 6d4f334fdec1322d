package org.goodtiming.scheduler.web.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.web.http.Cursor;
import org.junit.jupiter.api.Test;

class ScheduleListQueryTest {

  private final ScheduleListQuery query = new ScheduleListQuery();

  @Test
  void without_parameters_it_lists_a_hundred_schedules_from_the_beginning() {
    assertThat(query.filter()).isEqualTo(new ScheduleQueries.Filter(null, null));
    assertThat(query.after()).isNull();
    assertThat(query.size()).isEqualTo(100);
  }

  @Test
  void each_parameter_restricts_the_list() {
    query.queue = "reports";
    query.state = "paused";
    query.cursor = Cursor.write("reports", "nightly");
    query.limit = "2";

    assertThat(query.filter()).isEqualTo(new ScheduleQueries.Filter("reports", "PAUSED"));
    assertThat(query.after()).isEqualTo(new JobKey("reports", "nightly"));
    assertThat(query.size()).isEqualTo(2);
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused() {
    query.state = "odd";
    assertThat(refusal(query::filter))
        .isEqualTo("400 SCHED-0904 parameter state is 'odd': send active, paused or ended");

    query.state = null;
    query.queue = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter queue is");

    query.cursor = "none";
    assertThat(refusal(query::after)).startsWith("400 SCHED-0904 parameter cursor is 'none'");
  }
}
