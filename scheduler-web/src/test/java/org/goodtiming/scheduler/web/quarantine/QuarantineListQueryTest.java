package org.goodtiming.scheduler.web.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarantineListQueryTest {

  private final QuarantineListQuery query = new QuarantineListQuery();

  @Test
  void without_parameters_it_lists_the_hundred_latest_rows() {
    assertThat(query.filter()).isEqualTo(new QuarantineQueries.Filter(null, null, null));
    assertThat(query.before()).isNull();
    assertThat(query.size()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"registration", "dispatch", "execution"})
  void each_parameter_restricts_the_list(String stage) {
    query.queue = "order-check";
    query.stage = stage;
    query.code = "SCHED-0112";
    query.cursor = "17";

    assertThat(query.filter())
        .isEqualTo(new QuarantineQueries.Filter("order-check", stage, "SCHED-0112"));
    assertThat(query.before()).isEqualTo(17);
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused() {
    query.stage = "lost";
    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter stage is 'lost': send registration, dispatch or execution");

    query.stage = null;
    query.queue = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter queue is");

    query.queue = null;
    query.code = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter code is");

    query.cursor = "x";
    assertThat(refusal(query::before)).startsWith("400 SCHED-0904 parameter cursor is 'x'");
  }
}
