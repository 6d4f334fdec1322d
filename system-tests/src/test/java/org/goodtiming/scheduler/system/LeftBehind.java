package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.US_ASCII;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XAJMSContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.postgresql.xa.PGXADataSource;

/**
 * A dispatch, or a registration, that a node began and left behind: real branches in the database
 * and at the broker, each ended as far as the test wants. The transaction manager is played by the
 * test, because a real one can hardly be stopped at every point twice.
 */
final class LeftBehind implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 10_000;

  /** As Payara names its branches; see BranchId. */
  private record PayaraXid(byte[] gtrid, String node, int index) implements Xid {

    @Override
    public int getFormatId() {
      return 4871251;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return gtrid;
    }

    @Override
    public byte[] getBranchQualifier() {
      return (node + "~,server,P100," + (char) index).getBytes(US_ASCII);
    }
  }

  /** What the transaction does. */
  enum Work {
    DISPATCH(
        """
        DELETE FROM scheduler.job WHERE job_id = '%s';
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('dispatched', 1);
        """),
    /** Of the message that waits in {@code scheduler.jobs}. */
    REGISTRATION(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('test.registration', '%s', '2100-01-01Z', '2100-01-01Z', 4, true, '', now());
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 1);
        """);

    private final String sql;

    Work(String sql) {
      this.sql = sql;
    }
  }

  private final Work work;
  private final String jobId;
  private final Xid databaseXid;
  private final Xid brokerXid;
  private final XAConnection databaseConnection;
  private final XAJMSContext brokerContext;
  private long transaction;

  /** Deletes the job's row and sends its message, both prepared when this returns. */
  static LeftBehind bothPrepared(SystemStack stack, String node, String jobId) {
    return bothPrepared(stack, node, jobId, anyGtrid());
  }

  /** The same with a global transaction id, in hexadecimal digits. */
  static LeftBehind bothPrepared(SystemStack stack, String node, String jobId, String gtrid) {
    try {
      LeftBehind left = new LeftBehind(stack, node, Work.DISPATCH, jobId, gtrid);
      left.prepareDatabase();
      left.broker().prepare(left.brokerXid);
      return left;
    } catch (SQLException | XAException | JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The broker's branch is prepared, and the database's transaction is still open. */
  static LeftBehind brokerPrepared(SystemStack stack, String node, Work work, String jobId) {
    try {
      LeftBehind left = new LeftBehind(stack, node, work, jobId, anyGtrid());
      left.broker().prepare(left.brokerXid);
      // Its consumer would get the message that a rollback brings back
      left.brokerContext.close();
      return left;
    } catch (SQLException | XAException | JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String anyGtrid() {
    return HexFormat.of().toHexDigits(new Random().nextLong());
  }

  private LeftBehind(SystemStack stack, String node, Work work, String jobId, String gtridHex)
      throws SQLException, XAException, JMSException {
    this.work = work;
    this.jobId = jobId;
    byte[] gtrid = HexFormat.of().parseHex(gtridHex);
    databaseXid = new PayaraXid(gtrid, node, 0);
    brokerXid = new PayaraXid(gtrid, node, 1);
    PGXADataSource database = new PGXADataSource();
    database.setUrl(stack.database().url());
    database.setUser(DatabaseUser.XA.role());
    database.setPassword(stack.database().password(DatabaseUser.XA));
    databaseConnection = database.getXAConnection();
    brokerContext =
        new ActiveMQXAConnectionFactory(
                stack.broker().url(), stack.broker().user(), stack.broker().password())
            .createXAContext();
    begin(node);
  }

  private void begin(String node) throws SQLException, XAException, JMSException {
    database().start(databaseXid, XAResource.TMNOFLAGS);
    UUID decision = UUID.randomUUID();
    transaction = write(decision, node);
    database().end(databaseXid, XAResource.TMSUCCESS);
    broker().start(brokerXid, XAResource.TMNOFLAGS);
    switch (work) {
      case DISPATCH -> send("test.registration", brokerContext.createTextMessage(jobId));
      case REGISTRATION -> consume("scheduler.jobs");
    }
    Message marker = brokerContext.createMessage();
    marker.setLongProperty("scheduler_transaction", transaction);
    marker.setStringProperty("scheduler_decision", decision.toString());
    marker.setStringProperty("scheduler_node", node);
    marker.setStringProperty("scheduler_slot", node + "~" + transaction % 256);
    send("scheduler.marker", marker);
    broker().end(brokerXid, XAResource.TMSUCCESS);
  }

  /** The global transaction id, as the watch lists it. */
  String gtrid() {
    return HexFormat.of().formatHex(databaseXid.getGlobalTransactionId());
  }

  /** The database's id of its transaction. */
  long transaction() {
    return transaction;
  }

  private long write(UUID decision, String node) throws SQLException {
    try (Connection connection = databaseConnection.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(work.sql.formatted(jobId));
      statement.execute(
          "INSERT INTO scheduler.decision (id, node) VALUES ('%s', '%s')"
              .formatted(decision, node));
      try (ResultSet row = statement.executeQuery("SELECT pg_current_xact_id()::text::bigint")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private void send(String queue, Message message) {
    brokerContext.createProducer().send(brokerContext.createQueue(queue), message);
  }

  private void consume(String queue) {
    JMSConsumer consumer = brokerContext.createConsumer(brokerContext.createQueue(queue));
    if (consumer.receive(PATIENCE_MILLIS) == null) {
      throw new IllegalStateException("no message in " + queue);
    }
  }

  private void prepareDatabase() throws XAException {
    database().prepare(databaseXid);
  }

  LeftBehind databaseCommits() {
    return end(() -> database().commit(databaseXid, false));
  }

  LeftBehind databaseRollsBack() {
    return end(() -> database().rollback(databaseXid));
  }

  LeftBehind brokerCommits() {
    return end(() -> broker().commit(brokerXid, false));
  }

  LeftBehind brokerRollsBack() {
    return end(() -> broker().rollback(brokerXid));
  }

  private interface End {
    void run() throws XAException, SQLException;
  }

  private LeftBehind end(End end) {
    try {
      end.run();
      return this;
    } catch (XAException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private XAResource database() {
    try {
      return databaseConnection.getXAResource();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private XAResource broker() {
    return brokerContext.getXAResource();
  }

  @Override
  public void close() {
    brokerContext.close();
    end(databaseConnection::close);
  }
}
