package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import org.goodtiming.scheduler.benchmarks.Table;

/** Rows that the pages of the console show beside waiting jobs, as after a week of work. */
record ConsoleData(StackAccess site) {

  private static final int STEP = 250_000;

  /** Ended runs of the last seven days: one in a hundred failed, one in a thousand took minutes. */
  private static final String RUNS =
      """
      INSERT INTO scheduler.execution (fire_id, queue, job_id, state, message, attempt, node, worker, registered_by, due_at, submitted_at,
                                       dispatched_at, started_at, reported_at, ended_at)
      SELECT gen_random_uuid(), 'bench.waiting.' || i %% 8, 'run-' || i, CASE WHEN i %% 100 = 0 THEN 'ERROR' ELSE 'FINISHED' END,
             CASE WHEN i %% 100 = 0 THEN 'the shop does not answer' END, 1, 'node-1', 'worker', 'shop', t, t, t, t + interval '10 ms', t,
             t + CASE WHEN i %% 1000 = 0 THEN interval '5 min' ELSE interval '50 ms' END
        FROM (SELECT i, clock_timestamp() - interval '10 min' - i * interval '7 days' / %d AS t FROM generate_series(%d, %d) i) runs
      """;

  private static final String OTHERS =
      """
      INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire, next_planned_at)
      SELECT 'bench.waiting.' || i % 8, 'schedule-' || i, 'cron:0 ' || i % 60 || ' * ? * *', 'fire-once',
             date_trunc('hour', clock_timestamp()) + interval '2 h' + i % 60 * interval '1 min'
        FROM generate_series(1, 1000) i;
      INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, job_id, message_id, message_type, properties)
      SELECT 'registration', 'SCHED-0110', 'no due time', 'node-1', 'bench.waiting.' || i % 8, 'refused-' || i, 'ID:' || i, 'text',
             '{"scheduler_queue":"bench.waiting.0"}'
        FROM generate_series(1, 20000) i;
      INSERT INTO scheduler.audit (changed_by, node, action, subject)
      SELECT 'ops', 'node-1', 'hold job', 'bench.waiting.0/waiting-' || i FROM generate_series(1, 20000) i;
      INSERT INTO scheduler.statistic (minute, queue, node, registered, dispatched, finished, failed, lateness, duration)
      SELECT date_trunc('minute', clock_timestamp()) - m * interval '1 min', 'bench.waiting.' || q, 'node-9', 100, 100, 99, 1, '{0,50,50}',
             '{0,0,0,0,0,0,0,100}'
        FROM generate_series(1, 11520) m, generate_series(0, 7) q
      """;

  /** Adds the number of runs, and the other rows. */
  void add(long runs) throws SQLException {
    for (long first = 1; first <= runs; first += STEP) {
      Table.run(site.database(), RUNS.formatted(runs, first, Math.min(runs, first + STEP - 1)));
      site.tell("%,d runs have ended", Math.min(runs, first + STEP - 1));
    }
    Table.run(site.database(), OTHERS);
    Table.run(site.database(), "VACUUM ANALYZE");
  }

  /** The fire id of a run. */
  String run() throws SQLException {
    try (var connection = site.database().getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT fire_id FROM scheduler.execution OFFSET 1000 LIMIT 1")) {
      row.next();
      return row.getString(1);
    }
  }
}
