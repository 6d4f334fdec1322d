package org.goodtiming.scheduler.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.scenario.PollCost.Cost;
import org.junit.jupiter.api.Test;

class PollCostTest {

  @Test
  void pages_are_those_in_memory_and_those_from_the_disk() {
    var plan =
        """
        [{"Plan": {"Node Type": "Nested Loop", "Shared Hit Blocks": 31, "Shared Read Blocks": 2,
                   "Plans": [{"Shared Hit Blocks": 30}]},
          "Planning Time": 0.5, "Execution Time": 0.125}]""";
    assertThat(Cost.parse(plan)).isEqualTo(new Cost(0.125, 33));
  }

  @Test
  void the_sample_in_the_middle_counts() {
    assertThat(Cost.median(List.of(new Cost(9, 1), new Cost(0.1, 5), new Cost(0.2, 3))))
        .isEqualTo(new Cost(0.2, 3));
  }

  @Test
  void a_poll_at_rest_knows_of_no_claims_and_does_not_look_ahead() {
    assertThat(PollCost.atRest("now() + $1::interval, unnest($2::text[], $3::timestamptz[])"))
        .isEqualTo("now() + interval 'PT0S', unnest('{}'::text[], '{}'::timestamptz[])");
    assertThat(PollCost.atRest("SELECT 1")).isEqualTo("SELECT 1");
  }
}
