package org.goodtiming.scheduler.web.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.junit.jupiter.api.Test;

class AuditJsonTest {

  @Test
  void the_states_before_and_after_a_change_are_objects() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", 17L);
    values.put("action", "pause worker queue");
    values.put("before", "{\"paused\": false}");

    assertThat(AuditJson.page(new RowPage(List.of(new Row(values, null)), 17L)))
        .isEqualTo(
            "{\"audit\":[{\"id\":17,\"action\":\"pause worker queue\",\"before\":{\"paused\":false}}],\"next\":\"17\"}");
  }
}
