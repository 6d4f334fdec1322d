package org.goodtiming.scheduler.quartz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quartz.TriggerKey;

class ImportPlanTest {
  private static final TriggerKey IN_A_GROUP = TriggerKey.triggerKey("nightly", "reports");
  private static final TriggerKey WITH_A_DOT = TriggerKey.triggerKey("reports.nightly");

  private final ImportPlan plan = new ImportPlan();

  @Test
  void triggers_that_would_become_one_job_are_all_refused() {
    plan.add(IN_A_GROUP, registration("report"));
    plan.add(WITH_A_DOT, registration("report"));
    for (TriggerKey trigger : List.of(IN_A_GROUP, WITH_A_DOT)) {
      assertThatThrownBy(() -> plan.registration(trigger))
          .isInstanceOf(ImportException.class)
          .hasMessage(
              "trigger 'nightly' of group 'reports', trigger 'reports.nightly' of group 'DEFAULT'"
                  + " would all become report/reports.nightly: rename all but one of them in Quartz");
    }
  }

  @Test
  void the_same_id_in_another_queue_is_another_job() {
    plan.add(IN_A_GROUP, registration("report"));
    plan.add(WITH_A_DOT, registration("order-check"));
    assertThat(plan.registration(IN_A_GROUP)).hasToString("report/reports.nightly, once at now");
    assertThat(plan.triggers()).containsExactly(IN_A_GROUP, WITH_A_DOT);
  }

  private static Registration registration(String queue) {
    return new Registration(queue, "reports.nightly", Map.of("dueAt", "now"), false, List.of());
  }
}
