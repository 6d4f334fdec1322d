package org.goodtiming.scheduler.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadinessCheckTest {

  @Test
  void one_check_that_is_down_makes_the_node_unready() {
    ReadinessCheck up = new ReadinessCheck("scheduler", true, Map.of("inDoubt", 0));
    ReadinessCheck down = new ReadinessCheck("scheduler-ledger", false, Map.of("leads", true));

    assertThat(ReadinessCheck.json(List.of(up, down)))
        .hasToString(
            "{\"status\":\"DOWN\",\"checks\":["
                + "{\"name\":\"scheduler\",\"status\":\"UP\",\"data\":{\"inDoubt\":\"0\"}},"
                + "{\"name\":\"scheduler-ledger\",\"status\":\"DOWN\",\"data\":{\"leads\":\"true\"}}]}");
    assertThat(ReadinessCheck.json(List.of(up)).getString("status")).isEqualTo("UP");
  }
}
