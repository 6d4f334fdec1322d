package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.Refusals.object;
import static org.goodtiming.scheduler.web.Refusals.refusal;

import org.goodtiming.scheduler.operations.WorkerQueueSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerQueueJsonTest {

  @Test
  void settings_are_read_and_omitted_ones_do_not_change() {
    assertThat(WorkerQueueJson.settings(object("{\"tracked\": true, \"partition\": \"fast\"}")))
        .isEqualTo(new WorkerQueueSettings(true, "fast"));
    assertThat(WorkerQueueJson.settings(object("{\"tracked\": false}")))
        .isEqualTo(new WorkerQueueSettings(false, null));
    assertThat(WorkerQueueJson.settings(object("{}")))
        .isEqualTo(new WorkerQueueSettings(null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"state": "paused"}    | 422 SCHED-0916 field state is "paused": send only tracked and partition
          {"tracked": "yes"}     | 422 SCHED-0916 field tracked is "yes": send true or false
          {"tracked": null}      | 422 SCHED-0916 field tracked is null: send true or false
          {"partition": 1}       | 422 SCHED-0916 field partition is 1: send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          {"partition": null}    | 422 SCHED-0916 field partition is null: send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          {"partition": "a b"}   | 422 SCHED-0916 field partition is "a b": send up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit
          """)
  void a_setting_that_cannot_be_read_is_refused(String json, String refusal) {
    assertThat(refusal(() -> WorkerQueueJson.settings(object(json)))).isEqualTo(refusal);
  }
}
