package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Table worker_queue_backlog. */
final class BacklogStore {

  private final Statements statements;

  BacklogStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** The number of dead letters in the quarantine, for each queue of the allow-list. */
  Map<String, Long> deadLetters() {
    String sql =
        """
        SELECT w.name, coalesce(d.letters, 0) AS letters
          FROM scheduler.worker_queue w
               LEFT JOIN (SELECT queue, count(*) AS letters FROM scheduler.quarantine WHERE stage = 'execution' GROUP BY queue) d
               ON d.queue = w.name
        """;
    return statements
        .query(
            "count dead letters",
            new SqlText(sql),
            row -> Map.entry(row.getString("name"), row.getLong("letters")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Replaces the rows that have changed or are almost a minute old, so that an idle system writes
   * little, and deletes those of other queues.
   *
   * @return the time of the database
   */
  Instant replace(List<WorkerQueueBacklog> backlogs) {
    String sql =
        """
        WITH seen AS MATERIALIZED (
          SELECT * FROM unnest(:queues::text[], :messages::text[]::bigint[], :delivering::text[]::bigint[], :scheduled::text[]::bigint[],
                               :consumers::text[]::integer[], :oldest::text[]::timestamptz[], :dead_letters::text[]::bigint[])
                     AS s (queue, messages, delivering, scheduled, consumers, oldest_at, dead_letters)),
        gone AS (
          DELETE FROM scheduler.worker_queue_backlog b WHERE NOT EXISTS (SELECT FROM seen s WHERE s.queue = b.queue)),
        replaced AS (
          INSERT INTO scheduler.worker_queue_backlog AS b (queue, messages, delivering, scheduled, consumers, oldest_at, dead_letters, seen_at)
          SELECT s.queue, s.messages, s.delivering, s.scheduled, s.consumers, s.oldest_at, s.dead_letters, clock_timestamp() FROM seen s ORDER BY s.queue
          ON CONFLICT (queue) DO UPDATE
             SET messages = excluded.messages, delivering = excluded.delivering, scheduled = excluded.scheduled, consumers = excluded.consumers,
                 oldest_at = excluded.oldest_at, dead_letters = excluded.dead_letters, seen_at = excluded.seen_at
           WHERE b.seen_at < excluded.seen_at - interval 'PT50S'
              OR (b.messages, b.delivering, b.scheduled, b.consumers, b.oldest_at, b.dead_letters)
                 IS DISTINCT FROM (excluded.messages, excluded.delivering, excluded.scheduled, excluded.consumers, excluded.oldest_at, excluded.dead_letters))
        SELECT clock_timestamp() AS now
        """;
    SqlText replace =
        new SqlText(sql)
            .set("queues", backlogs, WorkerQueueBacklog::queue)
            .set("messages", backlogs, each -> each.atBroker().messages())
            .set("delivering", backlogs, each -> each.atBroker().delivering())
            .set("scheduled", backlogs, each -> each.atBroker().scheduled())
            .set("consumers", backlogs, each -> each.atBroker().consumers())
            .set("oldest", backlogs, WorkerQueueBacklog::oldestAt)
            .set("dead_letters", backlogs, WorkerQueueBacklog::deadLetters);
    return statements
        .query(
            "store the backlogs of %d queues".formatted(backlogs.size()),
            replace,
            row -> Columns.instant(row, "now"))
        .get(0);
  }
}
