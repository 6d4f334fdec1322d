package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.goodtiming.scheduler.sql.SqlText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The failures of the last day, by what somebody has to do about them. */
class FailureQueriesIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final FailureQueries queries = new FailureQueries(database.reader());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void runs_that_nobody_has_run_again_are_grouped_by_queue_and_error() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, message, ended_at)
        SELECT gen_random_uuid(), queue, n::text, state, 'node-1', now(), replace(message, '<n>', (1000 + n)::text), now() - age * interval '1 h'
          FROM generate_series(1, 3) n,
               (VALUES ('a', 'ERROR', 'TaxClient 503 for order <n>', 1), ('a', 'ERROR', 'TaxClient 404 for order <n>', 1), ('b', 'EXHAUSTED', NULL, 2), ('c', 'EXHAUSTED', 'SCHED-0220 of 2026-11-29T23:10', 1),
                       ('b', 'ERROR', 'old', 25), ('b', 'CANCELLED', 'by jane', 1), ('b', 'FINISHED', 'done', 1)) e (queue, state, message, age);
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, run_again_of)
        SELECT gen_random_uuid(), queue, 'again', 'SUBMITTED', 'node-1', now(), fire_id FROM scheduler.execution
         WHERE message LIKE '%404%' AND job_id = '1'
        """);

    assertThat(described(queries.errors(), "error"))
        .containsExactlyInAnyOrder(
            "a TaxClient 503 for order …: 3",
            "b : 3",
            "c SCHED-0220 of …: 3",
            "a TaxClient 404 for order …: 2");
    Row first = queries.errors().get(3);
    assertThat(first.values())
        .containsKeys("since", "latestAt", "latestFireId")
        .hasEntrySatisfying(
            "latestMessage",
            message -> assertThat(message.toString()).startsWith("TaxClient 404 for order 100"));
    assertThat(queries.schedules()).isEmpty();
  }

  @Test
  void jobs_that_are_held_because_a_parent_has_failed_are_grouped_by_queue() {
    database.execute(
        """
        INSERT INTO scheduler.worker_queue (name) VALUES ('a'), ('b'), ('c') ON CONFLICT DO NOTHING;
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, held_at, held_by, last_error, priority, body_is_text, body, sent_at)
        SELECT queue, job_id, now(), '9999-12-31T00:00:00Z', now() - age * interval '1 h', held_by, error, 4, true, '', now()
          FROM (VALUES ('a', 'report-1', 1, 'scheduler', 'SCHED-0848 parent import/1 is ERROR'),
                       ('a', 'report-2', 2, 'scheduler', 'SCHED-0848 parent import/2 is UNKNOWN'),
                       ('b', 'report-3', 3, 'scheduler', 'SCHED-0848 parent import/3 is EXPIRED'),
                       ('b', 'own', 4, 'jane', NULL), ('c', 'own', 4, 'jane', NULL)) j (queue, job_id, age, held_by, error)
        """);

    assertThat(queries.held())
        .extracting(
            row -> row.text("queue") + " " + row.values().get("jobs") + " " + row.text("jobId"))
        .containsExactly("b 1 report-3", "a 2 report-2");
    assertThat(queries.held().get(1).text("reason"))
        .isEqualTo("SCHED-0848 parent import/2 is UNKNOWN");
  }

  @Test
  void the_many_runs_of_a_batch_cancel_hide_no_failure() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, message, submitted_at, ended_at)
        SELECT gen_random_uuid(), 'a', n::text, CASE n WHEN 0 THEN 'ERROR' ELSE 'CANCELLED' END, 'node-1', now(), 'no disk',
               now() - interval '2 h' + n * interval '1 ms', now()
          FROM generate_series(0, 101) n
        """);
    FailureQueries bounded = new FailureQueries(database.reader(), 100);
    assertThat(described(bounded.errors(), "error")).containsExactly("a no disk: 1");
  }

  @Test
  void a_schedule_whose_latest_run_failed_is_named_with_its_failures_since_the_last_success() {
    database.execute(
        """
        INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire, state) VALUES
          ('a', 'failing', 'every:PT1H', 'skip', 'ACTIVE'), ('a', 'mended', 'every:PT1H', 'skip', 'ACTIVE'), ('a', 'ended', 'every:PT1H', 'skip', 'ENDED');
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, message, submitted_at, ended_at, planned_run)
        SELECT gen_random_uuid(), 'a', job_id, state, 'node-1', now(), 'no disk', now() - age * interval '1 h', CASE WHEN age > 0 THEN now() - age * interval '1 h' END, '{}'
          FROM (VALUES ('failing', 'SUBMITTED', 0), ('failing', 'ERROR', 1), ('failing', 'EXHAUSTED', 2), ('failing', 'FINISHED', 3), ('failing', 'ERROR', 4),
                       ('mended', 'FINISHED', 1), ('mended', 'ERROR', 2), ('ended', 'ERROR', 1)) e (job_id, state, age)
        """);

    assertThat(described(queries.schedules(), "jobId")).containsExactly("a failing: 2");
    assertThat(described(queries.errors(), "error")).containsExactly("a no disk: 2");
  }

  @Test
  void only_indexes_are_read() {
    SequentialScans.fill(database);
    database.execute(
        """
        UPDATE scheduler.execution SET state = CASE WHEN job_id LIKE '%7' THEN 'ERROR' ELSE 'FINISHED' END, ended_at = clock_timestamp()
        """);
    database.execute("VACUUM ANALYZE scheduler.execution");
    SequentialScans scans = new SequentialScans(database.reader());

    for (SqlText sql : queries.all()) {
      assertThat(scans.of(sql)).isEmpty();
    }
  }

  private static List<String> described(List<Row> groups, String name) {
    return groups.stream()
        .map(row -> "%s %s: %d".formatted(row.text("queue"), row.text(name), row.number("runs")))
        .toList();
  }
}
