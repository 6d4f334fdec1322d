package org.goodtiming.scheduler.execution.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The retention of ended executions. */
class ExecutionPruningIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final Executions executions = new Executions(database.xa());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void executions_are_kept_for_a_time_after_their_end() {
    end("a", 3, "2 days");
    end("b", 2, "1 hour");
    wait("b", 1);
    pruning(100).run();
    assertThat(count("execution WHERE queue = 'a'")).isEqualTo("0");
    assertThat(count("execution WHERE queue = 'b'")).isEqualTo("3");
    assertThat(count("execution_transition")).isEqualTo("2");
  }

  @Test
  void of_each_queue_the_latest_are_kept_in_whatever_number_is_set() {
    end("a", 1_203, "1 hour");
    end("b", 2, "1 hour");
    pruning(3).run();
    assertThat(count("execution WHERE queue = 'a'")).isEqualTo("3");
    assertThat(executions.ofJob(new JobKey("a", "1"), 1)).hasSize(1);
    assertThat(executions.ofJob(new JobKey("a", "1203"), 1)).isEmpty();
    assertThat(count("execution WHERE queue = 'b'")).isEqualTo("2");
  }

  @Test
  void a_result_goes_when_it_expires_and_its_execution_stays() {
    end("a", 1, "1 hour");
    UUID fireId = executions.ofJob(new JobKey("a", "1"), 1).get(0).fireId();
    database.execute(
        """
        UPDATE scheduler.execution SET result_kind = 'TEXT', result_expires_at = clock_timestamp() + interval '1 hour';
        INSERT INTO scheduler.execution_result SELECT fire_id, 'shipped' FROM scheduler.execution
        """);
    ExecutionPruning pruning = pruning(100);
    pruning.run();
    assertThat(executions.result(fireId)).isInstanceOf(ResultLookup.Present.class);

    database.execute("UPDATE scheduler.execution SET result_expires_at = clock_timestamp()");
    assertThat(executions.result(fireId)).isEqualTo(new ResultLookup.Expired());
    pruning.run();
    assertThat(count("execution_result")).isEqualTo("0");
    assertThat(executions.result(fireId)).isEqualTo(new ResultLookup.Expired());
  }

  @Test
  void an_execution_that_is_not_known_has_no_result() {
    assertThat(executions.result(new UUID(0, 1))).isEqualTo(new ResultLookup.Unknown());
    assertThat(executions.transitions(new UUID(0, 1))).isEqualTo(List.of());
  }

  /** The higher the job's number, the longer ago. */
  private void end(String queue, int jobs, String ago) {
    database.execute(
        """
        WITH ended AS (
          INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at)
          SELECT gen_random_uuid(), '%1$s', n::text, 'FINISHED', 'node-1', clock_timestamp(),
                 clock_timestamp() - interval '%2$s' - n * interval '1 second'
            FROM generate_series(1, %3$d) AS n
          RETURNING fire_id)
        INSERT INTO scheduler.execution_transition (fire_id, attempt, new_state, node)
        SELECT fire_id, 1, 'FINISHED', 'node-1' FROM ended
        """
            .formatted(queue, ago, jobs));
  }

  private void wait(String queue, int jobs) {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at)
        SELECT gen_random_uuid(), '%s', 'waits ' || n, 'SUBMITTED', 'node-1', clock_timestamp(), clock_timestamp() - interval '9 days'
          FROM generate_series(1, %d) AS n
        """
            .formatted(queue, jobs));
  }

  private String count(String from) {
    return database.value("SELECT count(*) FROM scheduler." + from);
  }

  private ExecutionPruning pruning(int count) {
    Duration age = Duration.ofDays(1);
    return new ExecutionPruning(database.xa(), new ExecutionConfig(1, age, age, count));
  }
}
