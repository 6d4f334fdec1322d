package org.goodtiming.scheduler.benchmarks;

import java.sql.SQLException;
import javax.sql.DataSource;

/** The scheduler's ledger, which is exact because the jobs' transactions write it. */
public record Ledger(DataSource dataSource) {

  /** Adds a queue to those that jobs may go to, paused at first; does nothing if it is there. */
  public void allow(String queue) throws SQLException {
    Table.run(
        dataSource,
        "INSERT INTO scheduler.worker_queue (name, paused) VALUES ('%s', true) ON CONFLICT DO NOTHING"
            .formatted(queue));
  }

  /** Says whether due jobs stay where they are instead of going to the queue. */
  public void pause(String queue, boolean paused) throws SQLException {
    Table.run(
        dataSource,
        "UPDATE scheduler.worker_queue SET paused = %s WHERE name = '%s'".formatted(paused, queue));
  }

  /** Has the acknowledgement of its message finish each tracked run of the queue. */
  public void finishWhenAcknowledged(String queue) throws SQLException {
    Table.run(
        dataSource,
        "UPDATE scheduler.worker_queue SET finished_when_acknowledged = true WHERE name = '%s'"
            .formatted(queue));
  }

  /** Returns when no run of the queue is open. */
  public void awaitEnded(String queue) throws SQLException, InterruptedException {
    long open =
        Table.await(
            dataSource,
            "SELECT count(*) FROM scheduler.execution WHERE queue = '%s' AND ended_at IS NULL"
                .formatted(queue),
            runs -> runs == 0);
    if (open > 0) {
      throw new IllegalStateException(
          "%d runs did not end within %s".formatted(open, Table.PATIENCE));
    }
  }

  /** Has another partition dispatch to the queue, which may be new. */
  public void move(String queue, String partition) throws SQLException {
    Table.run(
        dataSource,
        "UPDATE scheduler.worker_queue SET partition = '%s' WHERE name = '%s'"
            .formatted(partition, queue));
  }

  /** Books rows that came or went past the scheduler: with a difference a node is not ready. */
  public void book(String kind, long jobs) throws SQLException {
    Table.run(
        dataSource,
        "INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('%s', %d)".formatted(kind, jobs));
  }

  /** Jobs of a kind since the schema was made. */
  public long total(String kind) throws SQLException {
    return Table.number(dataSource, totalOf(kind));
  }

  /** Returns when there are that many jobs of a kind since the schema was made. */
  public void awaitTotal(String kind, long total) throws SQLException, InterruptedException {
    long reached = Table.await(dataSource, totalOf(kind), jobs -> jobs >= total);
    if (reached < total) {
      throw new IllegalStateException(
          "only %d of %d jobs were %s within %s".formatted(reached, total, kind, Table.PATIENCE));
    }
  }

  private static String totalOf(String kind) {
    return "SELECT coalesce(sum(jobs), 0) FROM scheduler.ledger_entry WHERE kind = '%s'"
        .formatted(kind);
  }
}
