package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the leader does beside dispatch. */
class LeaderTasksIT {

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void no_jobs() {
    stack.clear();
  }

  @Test
  void while_a_task_waits_for_a_lock_a_job_that_becomes_due_is_dispatched() throws SQLException {
    try (Connection connection = stack.connection();
        Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute("LOCK TABLE scheduler.in_doubt IN ACCESS EXCLUSIVE MODE");
      // lock_timeout ends the wait after 10 s, so the test begins with a new one
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> !waiting("clock_timestamp() - query_start < interval 'PT1S'").equals("none"));
      String wait = waiting("true");
      registrant.send("due", Map.of("scheduler_jobId", "due", "scheduler_delay", "PT0S"));
      assertThat(worker.receive().jobId()).isEqualTo("due");
      assertThat(waiting("true")).as("the same statement waits still").isEqualTo(wait);
      connection.rollback();
    }
  }

  /** Session and start of the statement that waits for the table. */
  private String waiting(String condition) {
    return stack.value(
        """
        SELECT a.pid || ' ' || a.query_start FROM pg_stat_activity a JOIN pg_locks l USING (pid)
         WHERE NOT l.granted AND l.relation = 'scheduler.in_doubt'::regclass AND %s
        """
            .formatted(condition));
  }
}
