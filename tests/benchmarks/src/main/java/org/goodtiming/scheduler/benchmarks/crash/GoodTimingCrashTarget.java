package org.goodtiming.scheduler.benchmarks.crash;

import java.io.IOException;
import java.sql.SQLException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;
import org.goodtiming.scheduler.benchmarks.Ledger;
import org.goodtiming.scheduler.benchmarks.booking.BookedArrivals;
import org.goodtiming.scheduler.benchmarks.booking.BookingListener;
import org.goodtiming.scheduler.benchmarks.peers.ContenderNodes;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;

/** Ours: a node is a Payara server; registrant, and worker unless it is deployed, live on. */
final class GoodTimingCrashTarget implements CrashTarget {
  private static final String DISPATCHED = "dispatched";

  private final DevStack stack;
  private final boolean workerDies;
  private final BookedArrivals arrivals;
  private final ContenderNodes client;
  private final ActiveMQConnectionFactory connectionFactory;
  private final BrokerConsole broker;
  private final Ledger ledger;
  private final Count left;
  private final long dispatchedBefore;
  private ServerNode killed;

  /** A target with the running nodes. */
  GoodTimingCrashTarget(DevStack stack, CrashSubject subject, BookedArrivals arrivals)
      throws IOException, SQLException {
    this.stack = stack;
    this.workerDies = subject == CrashSubject.GOOD_TIMING_MDB;
    this.arrivals = arrivals;
    this.killed = stack.node(1);
    client = ContenderNodes.start(stack, subject.contender(), 1, arrivals.file());
    var address = stack.broker();
    connectionFactory =
        new ActiveMQConnectionFactory(address.url(), address.user(), address.password());
    broker = new BrokerConsole(connectionFactory);
    ledger = new Ledger(client.database());
    left = new Count(client.database(), subject.left());
    dispatchedBefore = ledger.total(DISPATCHED);
  }

  @Override
  public void fill(int jobs) throws IOException {
    client.fill(jobs, PeerCrashTarget.LEAD);
  }

  @Override
  public void handOut() throws IOException, SQLException {
    if (workerDies) {
      ledger.pause(BookingListener.QUEUE, false);
    } else {
      client.handOut(0);
    }
  }

  /** Where the worker lives, the scheduler is done with a job when that is on the queue. */
  @Override
  public long handedOut() throws IOException, SQLException {
    return workerDies ? arrivals.count() : ledger.total(DISPATCHED) - dispatchedBefore;
  }

  @Override
  public void kill() throws SQLException, InterruptedException {
    killed = new RunningNodes(stack).awaitLeader();
    killed.kill();
  }

  @Override
  public void restart() {
    killed.start();
  }

  @Override
  public long left() throws Exception {
    return left.read() + broker.count(BookingListener.QUEUE);
  }

  @Override
  public void close() throws SQLException {
    client.close();
    connectionFactory.close();
  }
}
