package org.goodtiming.scheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailingSchedule;
import org.goodtiming.scheduler.schedule.ScheduleFailuresCounted.FailuresInQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs in a row of a schedule that have ended without success. */
class ScheduleFailuresIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ScheduleFailures failures = new ScheduleFailures(database.xa(), 20, event -> {});

  private int minute;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void only_the_runs_since_the_last_success_count_and_the_worst_schedule_of_a_queue() {
    schedule("a", "daily", "ACTIVE");
    schedule("a", "hourly", "ACTIVE");
    runs("a", "daily", "ERROR", "FINISHED", "ERROR", "CANCELLED", "EXHAUSTED");
    runs("a", "hourly", "ERROR", "ERROR", "FINISHED", "ERROR");
    runs("a", "daily", "SUBMITTED");
    assertThat(failures.count().queues()).containsExactly(new FailuresInQueue("a", 3));
    assertThat(failures.count().schedules()).containsExactly(new FailingSchedule("a", "daily", 3));
    runs("a", "daily", "FINISHED");
    assertThat(failures.count().queues()).containsExactly(new FailuresInQueue("a", 1));
  }

  @Test
  void a_schedule_without_tracked_runs_has_no_failures_and_one_that_has_ended_does_not_count() {
    schedule("a", "untracked", "PAUSED");
    schedule("b", "old", "ENDED");
    runs("b", "old", "ERROR");
    assertThat(failures.count().queues()).containsExactly(new FailuresInQueue("a", 0));
  }

  @Test
  void no_more_than_the_limit_is_counted() {
    schedule("a", "daily", "ACTIVE");
    for (int i = 0; i <= ScheduleFailures.LIMIT; i++) {
      runs("a", "daily", "ERROR");
    }
    assertThat(failures.count().queues())
        .containsExactly(new FailuresInQueue("a", ScheduleFailures.LIMIT));
  }

  @Test
  void only_the_schedules_with_the_most_failures_are_named() {
    ScheduleFailures two = new ScheduleFailures(database.xa(), 2, event -> {});
    for (String id : List.of("a", "b", "c", "d")) {
      schedule("a", id, "ACTIVE");
    }
    runs("a", "a", "ERROR");
    runs("a", "b", "ERROR", "ERROR");
    runs("a", "c", "ERROR", "ERROR");
    runs("a", "d", "ERROR", "ERROR", "ERROR");
    assertThat(two.count().schedules())
        .containsExactly(new FailingSchedule("a", "d", 3), new FailingSchedule("a", "b", 2));
    assertThat(failures.count().schedules())
        .as("one failure is no news")
        .extracting(FailingSchedule::jobId)
        .containsExactly("d", "b", "c");
    assertThat(new ScheduleFailures(database.xa(), 0, event -> {}).count())
        .isEqualTo(new ScheduleFailuresCounted(List.of(new FailuresInQueue("a", 3)), List.of()));
  }

  private void schedule(String queue, String id, String state) {
    database.execute(
        "INSERT INTO scheduler.schedule (queue, job_id, state, recurrence, misfire) VALUES ('%s', '%s', '%s', 'every:PT1M', 'fire-once')"
            .formatted(queue, id, state));
  }

  private void runs(String queue, String id, String... states) {
    for (String state : states) {
      String ended = state.equals("SUBMITTED") ? "NULL" : "now()";
      database.execute(
          """
          INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at, ended_at)
          VALUES (gen_random_uuid(), '%s', '%s', '%s', 'node-1', now(), now() + interval '%d minutes', %s)
          """
              .formatted(queue, id, state, minute++, ended));
    }
  }
}
