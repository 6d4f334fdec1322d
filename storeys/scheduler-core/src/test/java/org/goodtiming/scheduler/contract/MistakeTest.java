package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MistakeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "scheduler_delay is 'soon'                            | delay is 'soon'",
        "scheduler_dueAt is '1' and scheduler_delay is '2'    | dueAt is '1' and delay is '2'",
        "scheduler_queue is 'scheduler_delay', which is wrong | queue is 'scheduler_delay', which is wrong",
        "as scheduler_owner INSERT INTO scheduler.worker_queue | as scheduler_owner INSERT INTO scheduler.worker_queue"
      })
  void a_sender_of_json_reads_the_names_of_fields(String reason, String ofFields) {
    assertThat(new Mistake("SCHED-0114", reason).ofFields())
        .isEqualTo(new Mistake("SCHED-0114", ofFields));
  }
}
