package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Holds up transactions that have changed jobs, at the moment at which they commit or prepare. */
final class CommitBarrier implements AutoCloseable {

  private final SystemStack stack;

  /** Transactions wait while its session has the lock. */
  private final Connection holder;

  private CommitBarrier(SystemStack stack, Connection holder) {
    this.stack = stack;
    this.holder = holder;
  }

  /**
   * @param change INSERT, DELETE, or both with OR between them
   */
  static CommitBarrier against(String change, SystemStack stack) throws SQLException {
    CommitBarrier barrier = new CommitBarrier(stack, stack.connection());
    barrier.holder("lock");
    stack.execute(
        """
        CREATE FUNCTION scheduler.barrier() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$
        """);
    stack.execute(
        """
        CREATE CONSTRAINT TRIGGER barrier AFTER %s ON scheduler.job
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION scheduler.barrier()
        """
            .formatted(change));
    return barrier;
  }

  /**
   * @param statement COMMIT or PREPARE TRANSACTION
   */
  void awaitHeld(String statement) {
    awaitHeld(statement, 1);
  }

  void awaitHeld(String statement, int transactions) {
    await().until(() -> held("count(*)", statement) == transactions);
  }

  /** Rolls back what waits, whose clients may be dead: else it would commit at the end. */
  void terminateHeld() {
    String remaining = "count(*) FILTER (WHERE NOT pg_terminate_backend(pid, 10000))";
    assertThat(held(remaining, "")).isZero();
  }

  private long held(String column, String statement) {
    return stack.integer(
        "SELECT %s FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND query LIKE '%s%%' AND wait_event = 'advisory'"
            .formatted(column, statement));
  }

  void open() throws SQLException {
    holder("unlock");
  }

  private void holder(String change) throws SQLException {
    try (Statement statement = holder.createStatement()) {
      statement.execute("SELECT pg_advisory_%s(1)".formatted(change));
    }
  }

  @Override
  public void close() throws SQLException {
    holder.close();
    stack.execute("DROP TRIGGER IF EXISTS barrier ON scheduler.job");
    stack.execute("DROP FUNCTION IF EXISTS scheduler.barrier()");
  }
}
