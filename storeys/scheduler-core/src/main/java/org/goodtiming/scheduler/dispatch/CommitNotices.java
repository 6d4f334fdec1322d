package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.TaskThreads;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.sql.NonXa;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/**
 * Tells the other nodes that this node has committed, so that a leader ends its rest, and hears it
 * from them. By NOTIFY after the commit, because a transaction that is prepared cannot use it; what
 * is lost costs a second (docs/adr/0135).
 */
@Singleton
final class CommitNotices implements NodeTask {

  private static final String CHANNEL = "scheduler_commit";

  /** Client info of {@code LastResourceDataSource}: reading it waits half a second for notices. */
  private static final String NOTICES = "scheduler.notices";

  /** Between two notices of a node; a leader that has heard one does not rest for longer. */
  private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(2);

  /** Waits after which the connection is checked. */
  private static final int WAITS = 20;

  private final DataSource nonXa;
  private final String node;
  private final DueSignal signal;
  private final Executor runs;

  /** No thread stays: the node may end while the servers do not answer, without {@link #end}. */
  private final ExecutorService sender;

  private volatile long nextNotice = System.nanoTime();
  private boolean isSupported = true;

  /** The pool would lend a connection that still listens, and whose notices nobody reads. */
  private interface Listening extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  @Inject
  CommitNotices(
      @NonXa DataSource nonXa, @NodeName String node, DueSignal signal, TaskThreads threads) {
    this.nonXa = nonXa;
    this.node = node;
    this.signal = signal;
    this.runs = threads.runs();
    this.sender =
        new ThreadPoolExecutor(
            0,
            1,
            0,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            threads.factory(),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "commit notices",
        isSupported ? Duration.ofSeconds(1) : Duration.ofMinutes(1),
        "SCHED-0225 could not hear of the commits of other nodes; polling at the interval, next try in 1 s");
  }

  @Override
  public void atStart() {
    signal.onCommit(this::tell);
  }

  @Override
  public void run(Repetition repetition) throws SQLException {
    try (Connection connection = nonXa.getConnection();
        Statement statement = connection.createStatement();
        Listening listening = () -> statement.execute("UNLISTEN " + CHANNEL)) {
      statement.execute("LISTEN " + CHANNEL);
      hear(connection, statement, repetition);
    } finally {
      signal.setHearsOthers(false);
    }
  }

  private void hear(Connection connection, Statement statement, Repetition repetition)
      throws SQLException {
    String notices = connection.getClientInfo(NOTICES);
    isSupported = notices != null;
    signal.setHearsOthers(isSupported);
    for (int wait = 1; notices != null && repetition.goesOn(); wait++) {
      if (!Arrays.stream(notices.split(","))
          .allMatch(from -> from.isEmpty() || from.equals(node))) {
        signal.changedElsewhere();
      }
      if (wait % WAITS == 0) {
        statement.execute("SELECT 1");
      }
      notices = connection.getClientInfo(NOTICES);
    }
  }

  @Override
  public void end() {
    sender.shutdown();
  }

  private void tell() {
    if (!signal.isAlone() && System.nanoTime() - nextNotice >= 0) {
      nextNotice = System.nanoTime() + BETWEEN_NOTICES.toNanos();
      sender.execute(() -> runs.execute(this::send));
    }
  }

  /** Without a notice a leader at rest finds the commit by its next poll. */
  private void send() {
    try {
      SqlText sql = new SqlText("SELECT pg_notify('" + CHANNEL + "', :node)");
      new Statements(nonXa).run("tell other nodes of a commit", sql.set("node", node));
    } catch (StoreException e) {
      nextNotice = System.nanoTime();
    }
  }
}
