package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.job.JobProperty;
import org.junit.jupiter.api.Test;

class JobSettingsJsonTest {

  @Test
  void a_field_changes_a_setting_null_removes_it_and_its_absence_does_neither() {
    assertThat(JobSettingsJson.changes(object("{\"retry\": \"PT1M\", \"runTimeout\": null}")))
        .isEqualTo(
            Map.of(
                JobProperty.RETRY, Optional.of("PT1M"), JobProperty.RUN_TIMEOUT, Optional.empty()));
    assertThat(JobSettingsJson.changes(object("{}"))).isEmpty();
  }

  @Test
  void a_setting_that_cannot_be_read_is_refused() {
    assertThat(refusal(() -> JobSettingsJson.changes(object("{\"runTimeout\": \"P1M\"}"))))
        .isEqualTo(
            "422 SCHED-0916 field runTimeout is \"P1M\": send a duration from PT1S to P366D, like PT2H");
    assertThat(refusal(() -> JobSettingsJson.changes(object("{\"priority\": 3}"))))
        .isEqualTo("422 SCHED-0916 field priority is 3: send only retry and runTimeout");
  }
}
