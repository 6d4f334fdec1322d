package org.goodtiming.scheduler.dev.demo;

import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import javax.sql.DataSource;

/**
 * Reads the results of one run of the shop from the database.
 *
 * @param run names it
 * @param start the scheduler's books when it began: what was there before does not count
 */
record RunBooks(Queries database, String run, JobLedger start) {

  static RunBooks open(DataSource source) throws SQLException {
    var database = new Queries(source);
    var run =
        """
        SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMMDD-HH24MISS-MS')
        """;
    return new RunBooks(database, database.one(run, row -> row.getString(1)), ledger(database));
  }

  JobLedger ledger() throws SQLException {
    return ledger(database).since(start);
  }

  private static JobLedger ledger(Queries database) throws SQLException {
    var sql =
        """
        SELECT registered, dispatched, difference FROM scheduler.ledger
        """;
    return database.one(sql, row -> new JobLedger(row.getLong(1), row.getLong(2), row.getLong(3)));
  }

  /** A number that no order has had: ids stay unique when a demo is run again on kept data. */
  int nextOrder() throws SQLException {
    var sql =
        """
        SELECT greatest(max(id::integer), 4000) + 1
          FROM (SELECT id FROM shop.orders UNION ALL SELECT order_id FROM shop.rolled_back) AS all_orders (id)
         WHERE id ~ '^[0-9]{1,9}$'
        """;
    return database.one(sql, row -> row.getInt(1));
  }

  Progress progress() throws SQLException {
    // A single statement reads a single snapshot, in which executed jobs never exceed dispatched
    // jobs
    var sql =
        """
        SELECT o.placed, l.registered, o.due, l.dispatched,
               (SELECT count(*) FROM shop.order_check c JOIN shop.orders ON id = c.order_id WHERE run = ?)
          FROM scheduler.ledger l,
               (SELECT count(*) AS placed, count(*) FILTER (WHERE due_at <= clock_timestamp()) AS due
                  FROM shop.orders WHERE run = ?) o
        """;
    return database.one(
        sql,
        row ->
            new Progress(
                row.getLong(1),
                row.getLong(2) - start.registered(),
                row.getLong(3),
                row.getLong(4) - start.dispatched(),
                row.getLong(5)),
        run,
        run);
  }

  Unsettled unsettled() throws SQLException {
    var sql =
        """
        SELECT (SELECT count(*) FROM shop.orders o
                 WHERE o.run = ? AND NOT EXISTS (SELECT FROM shop.order_check c WHERE c.order_id = o.id)),
               (SELECT count(*) FROM (SELECT id FROM shop.orders WHERE run = ? UNION ALL
                                      SELECT order_id FROM shop.rolled_back WHERE run = ?) AS placed (id)
                 WHERE EXISTS (SELECT FROM scheduler.job j WHERE j.queue = 'order-check' AND j.job_id = placed.id)),
               (SELECT count(*) FROM scheduler.prepared_transaction)
        """;
    return database.one(
        sql, row -> new Unsettled(row.getLong(1), row.getLong(2), row.getLong(3)), run, run, run);
  }

  Fates fates() throws SQLException {
    var sql =
        """
        WITH checked AS (
               SELECT c.order_id, count(*) AS times, min(c.checked_at) AS first_at, bool_or(c.checked_at < c.due_at) AS early
                 FROM shop.order_check c
                WHERE c.order_id IN (SELECT id FROM shop.orders WHERE run = ? UNION ALL
                                     SELECT order_id FROM shop.rolled_back WHERE run = ?)
                GROUP BY c.order_id),
             per_order AS (
               SELECT coalesce(c.times, 0) AS times, coalesce(c.early OR c.first_at < o.due_at, false) AS early
                 FROM shop.orders o LEFT JOIN checked c ON c.order_id = o.id
                WHERE o.run = ?)
        SELECT count(*), (SELECT count(*) FROM shop.rolled_back WHERE run = ?), coalesce(sum(times), 0),
               count(*) FILTER (WHERE times = 0), count(*) FILTER (WHERE times > 1), count(*) FILTER (WHERE early),
               (SELECT count(*) FROM shop.rolled_back b
                 WHERE b.run = ?
                   AND (EXISTS (SELECT FROM checked c WHERE c.order_id = b.order_id)
                     OR EXISTS (SELECT FROM shop.orders o WHERE o.id = b.order_id)
                     OR EXISTS (SELECT FROM scheduler.job j WHERE j.job_id = b.order_id)
                     OR EXISTS (SELECT FROM scheduler.quarantine q WHERE q.job_id = b.order_id)))
          FROM per_order
        """;
    return database.one(
        sql,
        row ->
            new Fates(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7)),
        run,
        run,
        run,
        run,
        run);
  }

  Alerts alerts() throws SQLException {
    var sql =
        """
        SELECT count(*) FILTER (WHERE shipped_at IS NULL),
               count(*) FILTER (WHERE shipped_at IS NULL AND alerted),
               count(*) FILTER (WHERE shipped_at IS NOT NULL AND alerted)
          FROM (SELECT o.shipped_at, EXISTS (SELECT FROM shop.alert a WHERE a.order_id = o.id) AS alerted
                  FROM shop.orders o WHERE o.run = ?) orders
        """;
    return database.one(
        sql, row -> new Alerts(row.getLong(1), row.getLong(2), row.getLong(3)), run);
  }

  Lateness lateness() throws SQLException {
    var sql =
        """
        SELECT coalesce(p[1], 0), coalesce(p[2], 0), coalesce(p[3], 0), coalesce(p[4], 0)
          FROM (SELECT percentile_cont(ARRAY[0.5, 0.95, 0.99, 1])
                         WITHIN GROUP (ORDER BY extract(epoch FROM c.checked_at - c.due_at) * 1000) AS p
                  FROM shop.order_check c JOIN shop.orders o ON o.id = c.order_id
                 WHERE o.run = ?) late
        """;
    return database.one(
        sql,
        row -> new Lateness(row.getDouble(1), row.getDouble(2), row.getDouble(3), row.getDouble(4)),
        run);
  }

  /** Of the schedule that has the run's name, in the order of their planned times. */
  List<NightlyReport> reports() throws SQLException {
    var sql =
        """
        SELECT run, planned_at, extract(epoch FROM made_at - planned_at) * 1000, orders, late
          FROM shop.report WHERE schedule = ? ORDER BY planned_at
        """;
    return database.all(
        sql,
        row ->
            new NightlyReport(
                row.getInt(1),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                row.getDouble(3),
                row.getInt(4),
                row.getString(5)),
        run);
  }
}
