package org.goodtiming.scheduler.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;

/** Table worker_queue_backlog. */
final class BacklogStore {

  private final DataSource dataSource;

  BacklogStore(DataSource dataSource) {
    this.dataSource = dataSource;
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
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      Map<String, Long> letters = new HashMap<>();
      while (row.next()) {
        letters.put(row.getString("name"), row.getLong("letters"));
      }
      return letters;
    } catch (SQLException e) {
      throw new StoreException("count dead letters", e);
    }
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
          SELECT * FROM unnest(?::text[], ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::integer[], ?::text[]::timestamptz[], ?::text[]::bigint[])
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
        SELECT clock_timestamp()
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement replace = connection.prepareStatement(sql)) {
      TextArrays.set(replace, 1, backlogs, WorkerQueueBacklog::queue);
      TextArrays.set(replace, 2, backlogs, each -> each.atBroker().messages());
      TextArrays.set(replace, 3, backlogs, each -> each.atBroker().delivering());
      TextArrays.set(replace, 4, backlogs, each -> each.atBroker().scheduled());
      TextArrays.set(replace, 5, backlogs, each -> each.atBroker().consumers());
      TextArrays.set(replace, 6, backlogs, WorkerQueueBacklog::oldestAt);
      TextArrays.set(replace, 7, backlogs, WorkerQueueBacklog::deadLetters);
      try (ResultSet row = replace.executeQuery()) {
        row.next();
        return row.getTimestamp(1).toInstant();
      }
    } catch (SQLException e) {
      throw new StoreException("store the backlogs of %d queues".formatted(backlogs.size()), e);
    }
  }
}
