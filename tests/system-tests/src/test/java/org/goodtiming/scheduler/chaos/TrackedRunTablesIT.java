package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.goodtiming.scheduler.chaos.AttemptedRuns.AttemptedRun;
import org.goodtiming.scheduler.chaos.TrackedRuns.Run;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The queries of the suite on the scheduler's tables. */
class TrackedRunTablesIT {

  private static final String PREFIX = "tables-";
  private static final String ENDED = "0b9f8b5e-0000-4000-8000-000000000001";
  private static final String HANGS = "0b9f8b5e-0000-4000-8000-000000000002";
  private static final String OF_OTHERS = "0b9f8b5e-0000-4000-8000-000000000003";

  private final SystemStack stack = SystemStack.shared();
  private final Sql sql = new Sql(stack.devStack().database().dataSource(DatabaseUser.SUPERUSER));

  @BeforeEach
  @AfterEach
  void no_executions() {
    stack.clear();
  }

  @Test
  void runs_are_read_with_their_ends_and_results_and_those_of_others_are_left_out() {
    execution(ENDED, PREFIX + "1", "FINISHED", "clock_timestamp()");
    execution(HANGS, PREFIX + "2", "RUNNING", "NULL");
    execution(OF_OTHERS, "3", "RUNNING", "NULL");
    for (var state : new String[] {"SUBMITTED", "DISPATCHED", "RUNNING", "ERROR", "FINISHED"}) {
      sql.execute(
          """
          INSERT INTO scheduler.execution_transition (fire_id, attempt, new_state, node)
          VALUES ('%s', 1, '%s', 'n')
          """
              .formatted(ENDED, state));
    }
    sql.execute(
        "INSERT INTO scheduler.execution_result VALUES ('%s', convert_to('größe', 'UTF8'))"
            .formatted(ENDED));

    assertThat(TrackedRuns.of(sql, PREFIX, new ReportLedger()).runs())
        .containsExactlyInAnyOrder(
            new Run(ENDED, "FINISHED", 2, "größe"), new Run(HANGS, "RUNNING", 0, null));
    assertThat(TrackedRuns.open(sql, PREFIX)).isEqualTo(1);
  }

  @Test
  void long_runs_are_read_apart_with_their_attempt_first_report_and_setbacks() {
    execution(ENDED, LongRunWorker.QUEUE, PREFIX + "long-1", "FINISHED", "clock_timestamp()");
    sql.execute("UPDATE scheduler.execution SET attempt = 2");
    transition(1, "SUBMITTED", "2026-11-24T12:00:00Z");
    transition(1, "DISPATCHED", "2026-11-24T12:00:01Z");
    transition(1, "RUNNING", "2026-11-24T12:00:02Z");
    transition(2, "SUBMITTED", "2026-11-24T12:00:03Z");
    transition(1, "FINISHED", "2026-11-24T12:00:04Z");

    assertThat(TrackedRuns.of(sql, PREFIX, new ReportLedger()).runs()).isEmpty();
    assertThat(AttemptedRuns.of(sql, LongRunWorker.QUEUE, PREFIX, new RunLedger()).runs())
        .containsExactly(
            new AttemptedRun(
                new Run(ENDED, "FINISHED", 1, null),
                PREFIX + "long-1",
                2,
                Instant.parse("2026-11-24T12:00:02Z"),
                1));
    assertThat(AttemptedRuns.of(sql, LongRunWorker.QUEUE, "other-", new RunLedger()).runs())
        .isEmpty();
  }

  private void transition(int attempt, String state, String at) {
    sql.execute(
        """
        INSERT INTO scheduler.execution_transition (fire_id, attempt, new_state, node, at)
        VALUES ('%s', %d, '%s', 'n', '%s')
        """
            .formatted(ENDED, attempt, state, at));
  }

  private void execution(String fireId, String jobId, String state, String endedAt) {
    execution(fireId, "chaos.c", jobId, state, endedAt);
  }

  private void execution(String fireId, String queue, String jobId, String state, String endedAt) {
    sql.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at)
        VALUES ('%s', '%s', '%s', '%s', 'n', clock_timestamp(), %s)
        """
            .formatted(fireId, queue, jobId, state, endedAt));
  }
}
