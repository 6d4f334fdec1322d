package org.goodtiming.scheduler.benchmarks.raw;

import jakarta.jms.XAJMSContext;
import java.sql.Connection;
import java.util.UUID;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/**
 * A database connection and a broker session whose work is committed in two phases, the decision
 * forced to the disk in between. For one thread.
 */
final class TwoPhase implements AutoCloseable {

  /** Something that belongs into one transaction. */
  interface Work {

    /** Returns how many jobs were taken. */
    int run(Connection database) throws Exception;
  }

  private final XAConnection database;
  private final Connection connection;
  private final XAJMSContext broker;
  private final ForcedLog log;

  TwoPhase(XAConnection database, XAJMSContext broker, ForcedLog log) throws Exception {
    this.database = database;
    this.connection = database.getConnection();
    this.broker = broker;
    this.log = log;
  }

  /**
   * Commits the work, and rolls back where there was none.
   *
   * @return how many jobs were taken
   */
  int run(Work work) throws Exception {
    var transaction = UUID.randomUUID();
    var inDatabase = new Branch(transaction, (byte) 1);
    var atBroker = new Branch(transaction, (byte) 2);
    XAResource rows = database.getXAResource();
    XAResource messages = broker.getXAResource();
    rows.start(inDatabase, XAResource.TMNOFLAGS);
    messages.start(atBroker, XAResource.TMNOFLAGS);
    int jobs = work.run(connection);
    rows.end(inDatabase, XAResource.TMSUCCESS);
    messages.end(atBroker, XAResource.TMSUCCESS);
    if (jobs > 0) {
      rows.prepare(inDatabase);
      messages.prepare(atBroker);
      log.decide(transaction);
      rows.commit(inDatabase, false);
      messages.commit(atBroker, false);
    } else {
      rows.rollback(inDatabase);
      messages.rollback(atBroker);
    }
    return jobs;
  }

  XAJMSContext broker() {
    return broker;
  }

  @Override
  public void close() throws Exception {
    broker.close();
    database.close();
    log.close();
  }
}
