package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.chaos.TrackedRuns.Run;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the suite reads of the scheduler's tables. */
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

  private void execution(String fireId, String jobId, String state, String endedAt) {
    sql.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at)
        VALUES ('%s', 'chaos.c', '%s', '%s', 'n', clock_timestamp(), %s)
        """
            .formatted(fireId, jobId, state, endedAt));
  }
}
