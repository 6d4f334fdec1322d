package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.US_ASCII;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XAJMSContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.ActiveMQObjectClosedException;
import org.apache.activemq.artemis.core.client.impl.ClientSessionInternal;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSContext;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.jspecify.annotations.Nullable;
import org.postgresql.xa.PGXADataSource;

/**
 * A dispatch, or a registration, that a node began and left behind: real branches in the database
 * and at the broker, each ended as far as the test wants. The transaction manager is played by the
 * test, because a real one can hardly be stopped at every point twice.
 */
public final class LeftBehind implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 10_000;

  /** The transaction managers, and their names for branches; see BranchId. */
  enum TransactionManager {
    PAYARA(4871251) {
      @Override
      byte[] gtrid(byte[] seed, String node) {
        return seed;
      }

      @Override
      byte[] qualifier(String node, int index) {
        return (node + "~,server,P100," + (char) index).getBytes(US_ASCII);
      }
    },
    NARAYANA(131077) {
      @Override
      byte[] gtrid(byte[] seed, String node) {
        return joined(binary(seed, 28), node.getBytes(US_ASCII));
      }

      @Override
      byte[] qualifier(String node, int index) {
        return joined(binary(new byte[] {(byte) index}, 28), new byte[8]);
      }
    },
    /** Open Liberty's. */
    WEBSPHERE(0x57415344) {
      @Override
      byte[] gtrid(byte[] seed, String node) {
        return binary(seed, 36);
      }

      @Override
      byte[] qualifier(String node, int index) {
        return binary(new byte[] {(byte) index}, 54);
      }
    },
    ANY_OTHER(42) {
      @Override
      byte[] gtrid(byte[] seed, String node) {
        return binary(seed, 64);
      }

      @Override
      byte[] qualifier(String node, int index) {
        return new byte[64];
      }
    };

    private final int format;

    TransactionManager(int format) {
      this.format = format;
    }

    abstract byte[] gtrid(byte[] seed, String node);

    abstract byte[] qualifier(String node, int index);

    /** With bytes that are no characters, and zeros. */
    private static byte[] binary(byte[] begin, int length) {
      byte[] bytes = Arrays.copyOf(begin, length);
      bytes[length - 1] = (byte) 0xFF;
      bytes[length - 2] = (byte) 0xE2;
      return bytes;
    }

    private static byte[] joined(byte[] begin, byte[] end) {
      byte[] all = Arrays.copyOf(begin, begin.length + end.length);
      System.arraycopy(end, 0, all, begin.length, end.length);
      return all;
    }
  }

  /** The node and the transaction manager that began the transaction. */
  record Begun(String node, TransactionManager manager) {

    private Xid xid(byte[] gtrid, int index) {
      return new BranchXid(
          manager.format, manager.gtrid(gtrid, node), manager.qualifier(node, index));
    }
  }

  /** Prepares a message in a branch of a foreign transaction; nothing names its node. */
  static AutoCloseable foreign(SystemStack stack, String queue) {
    Xid xid = new Begun("", TransactionManager.ANY_OTHER).xid(new byte[] {1, 0, 39}, 0);
    XAJMSContext context = connect(stack);
    try {
      context.getXAResource().start(xid, XAResource.TMNOFLAGS);
      send(context, queue, context.createMessage());
      context.getXAResource().end(xid, XAResource.TMSUCCESS);
      context.getXAResource().prepare(xid);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
    context.close();
    return () -> {
      try (XAJMSContext another = connect(stack)) {
        another.getXAResource().rollback(xid);
      }
    };
  }

  private record BranchXid(int format, byte[] gtrid, byte[] qualifier) implements Xid {

    @Override
    public int getFormatId() {
      return format;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return gtrid;
    }

    @Override
    public byte[] getBranchQualifier() {
      return qualifier;
    }
  }

  /** A branch, and the session that has begun it. */
  private record AtBroker(Xid xid, XAJMSContext context) {

    XAResource resource() {
      return context.getXAResource();
    }

    void close() {
      context.close();
    }
  }

  /** The work of the transaction. */
  enum Work {
    DISPATCH(
        1,
        """
        DELETE FROM scheduler.job WHERE job_id = '%s';
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('dispatched', 1);
        """),
    /**
     * Registers the message that waits in {@code scheduler.jobs}: one session consumes, another
     * sends.
     */
    REGISTRATION(
        2,
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('test.registration', '%s', '2100-01-01Z', '2100-01-01Z', 4, true, '', now());
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 1);
        """);

    private final int branchesAtBroker;
    private final String sql;

    Work(int branchesAtBroker, String sql) {
      this.branchesAtBroker = branchesAtBroker;
      this.sql = sql;
    }
  }

  private static final int ATTEMPTS = 5;

  private final Work work;
  private final String jobId;
  private final Xid databaseXid;
  private final XAConnection databaseConnection;
  private final List<AtBroker> atBroker;
  private long transaction;

  /** Deletes the job's row and sends its message, both prepared when this returns. */
  public static LeftBehind bothPrepared(SystemStack stack, String node, String jobId) {
    return bothPrepared(stack, new Begun(node, TransactionManager.PAYARA), jobId, anyGtrid());
  }

  static LeftBehind bothPrepared(SystemStack stack, Begun begun, String jobId) {
    return bothPrepared(stack, begun, jobId, anyGtrid());
  }

  /**
   * The same with a global transaction id, in hexadecimal digits. The leader closes the connections
   * of a node as soon as it sees a prepared transaction of it; if it sees that of the database
   * before the broker has prepared, everything is done again.
   */
  static LeftBehind bothPrepared(SystemStack stack, Begun begun, String jobId, String gtrid) {
    try {
      for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
        LeftBehind left = new LeftBehind(stack, begun, Work.DISPATCH, jobId, gtrid);
        left.prepareDatabase();
        if (left.isPreparedAtBroker()) {
          return left;
        }
        left.databaseRollsBack().close();
      }
      throw new IllegalStateException("the leader was faster " + ATTEMPTS + " times");
    } catch (SQLException | XAException | JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isPreparedAtBroker() throws XAException {
    try {
      prepareBroker();
      return true;
    } catch (XAException e) {
      if (e.getCause() instanceof ActiveMQObjectClosedException) {
        return false;
      }
      throw e;
    }
  }

  /** The broker's branches are prepared, and the database's transaction is still open. */
  static LeftBehind brokerPrepared(SystemStack stack, Begun begun, Work work, String jobId) {
    try {
      LeftBehind left = new LeftBehind(stack, begun, work, jobId, anyGtrid());
      left.prepareBroker();
      // Its consumer would get the message that a rollback brings back
      left.atBroker.forEach(AtBroker::close);
      return left;
    } catch (SQLException | XAException | JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String anyGtrid() {
    return HexFormat.of().toHexDigits(new Random().nextLong());
  }

  private LeftBehind(SystemStack stack, Begun begun, Work work, String jobId, String gtridHex)
      throws SQLException, XAException, JMSException {
    this.work = work;
    this.jobId = jobId;
    byte[] gtrid = HexFormat.of().parseHex(gtridHex);
    databaseXid = begun.xid(gtrid, 0);
    PGXADataSource database = new PGXADataSource();
    database.setUrl(stack.database().url());
    database.setUser(DatabaseUser.XA.role());
    database.setPassword(stack.database().password(DatabaseUser.XA));
    database.setApplicationName(begun.node);
    databaseConnection = database.getXAConnection();
    atBroker =
        IntStream.rangeClosed(1, work.branchesAtBroker)
            .mapToObj(index -> new AtBroker(begun.xid(gtrid, index), connect(stack)))
            .toList();
    begin(begun.node);
  }

  private static XAJMSContext connect(SystemStack stack) {
    return new ActiveMQXAConnectionFactory(
            stack.broker().url(), stack.broker().user(), stack.broker().password())
        .createXAContext();
  }

  private void begin(String node) throws SQLException, XAException, JMSException {
    for (AtBroker branch : atBroker) {
      branch.resource().start(branch.xid, XAResource.TMNOFLAGS);
    }
    String consumed = null;
    XAJMSContext sender = atBroker.get(atBroker.size() - 1).context;
    switch (work) {
      case DISPATCH -> send(sender, "test.registration", sender.createTextMessage(jobId));
      case REGISTRATION -> consumed = consume(atBroker.get(0).context, "scheduler.jobs");
    }
    // Late, so that nothing of it has reached the disk if the test kills the database next
    database().start(databaseXid, XAResource.TMNOFLAGS);
    UUID decision = UUID.randomUUID();
    transaction = write(decision, node, consumed);
    database().end(databaseXid, XAResource.TMSUCCESS);
    Message marker = sender.createMessage();
    marker.setLongProperty("scheduler_transaction", transaction);
    marker.setStringProperty("scheduler_decision", decision.toString());
    marker.setStringProperty("scheduler_node", node);
    marker.setStringProperty("scheduler_slot", node + "~" + transaction % 256);
    send(sender, "scheduler.marker", marker);
    for (AtBroker branch : atBroker) {
      branch.resource().end(branch.xid, XAResource.TMSUCCESS);
    }
  }

  /** The global transaction id, as the watch lists it. */
  public String gtrid() {
    return HexFormat.of().formatHex(databaseXid.getGlobalTransactionId());
  }

  /** The database's id of its transaction. */
  long transaction() {
    return transaction;
  }

  private long write(UUID decision, String node, @Nullable String consumed) throws SQLException {
    try (Connection connection = databaseConnection.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(work.sql.formatted(jobId));
      statement.execute(
          "INSERT INTO scheduler.decision (id, node, consumed) VALUES ('%s', '%s', nullif('%s', 'null'))"
              .formatted(decision, node, consumed));
      try (ResultSet row = statement.executeQuery("SELECT pg_current_xact_id()::text::bigint")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void send(XAJMSContext context, String queue, Message message) {
    context.createProducer().send(context.createQueue(queue), message);
  }

  private static String consume(XAJMSContext context, String queue) throws JMSException {
    JMSConsumer consumer = context.createConsumer(context.createQueue(queue));
    Message message = consumer.receive(PATIENCE_MILLIS);
    if (message == null) {
      throw new IllegalStateException("no message in " + queue);
    }
    return message.getJMSMessageID();
  }

  private void prepareDatabase() throws XAException {
    database().prepare(databaseXid);
  }

  private void prepareBroker() throws XAException {
    for (AtBroker branch : atBroker) {
      branch.resource().prepare(branch.xid);
    }
  }

  LeftBehind databaseCommits() {
    return end(() -> database().commit(databaseXid, false));
  }

  /** Commits the database's branch without a prepare, like a last resource. */
  LeftBehind databaseCommitsUnprepared() {
    return end(() -> database().commit(databaseXid, true));
  }

  LeftBehind databaseRollsBack() {
    return end(() -> database().rollback(databaseXid));
  }

  LeftBehind brokerCommits() {
    return end(
        () -> {
          for (AtBroker branch : atBroker) {
            branch.resource().commit(branch.xid, false);
          }
        });
  }

  LeftBehind brokerRollsBack() {
    return end(
        () -> {
          for (AtBroker branch : atBroker) {
            branch.resource().rollback(branch.xid);
          }
        });
  }

  /** Ends only the branch with the marker; the node has lost the session of the other branch. */
  LeftBehind markedBranchEnds(SystemStack stack, boolean commits) {
    Xid marked = atBroker.get(atBroker.size() - 1).xid;
    return end(
        () -> {
          try (XAJMSContext context = connect(stack)) {
            if (commits) {
              context.getXAResource().commit(marked, false);
            } else {
              context.getXAResource().rollback(marked);
            }
          }
        });
  }

  /** Disconnects like a machine that disappears. */
  void disconnect() {
    atBroker.forEach(branch -> disconnect(branch.context));
  }

  /** The broker does not learn why its connection ends. */
  static void disconnect(JMSContext context) {
    ActiveMQSession session = (ActiveMQSession) ((ActiveMQJMSContext) context).getSession();
    ((ClientSessionInternal) session.getCoreSession())
        .getConnection()
        .getTransportConnection()
        .close();
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

  @Override
  public void close() {
    atBroker.forEach(AtBroker::close);
    end(databaseConnection::close);
  }
}
