package org.goodtiming.scheduler.benchmarks.crash;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.goodtiming.scheduler.benchmarks.booking.BookedArrivals;
import org.goodtiming.scheduler.benchmarks.peers.ContenderNodes;
import org.goodtiming.scheduler.dev.DevStack;

/** A peer: a node is a JVM that hands out and handles. */
final class PeerCrashTarget implements CrashTarget {
  // Until all nodes have started, and the slowest has registered all.
  static final Duration LEAD = Duration.ofSeconds(10);

  private final BookedArrivals arrivals;
  private final int count;
  private final ContenderNodes nodes;
  private final Count left;
  private int killed;

  PeerCrashTarget(DevStack stack, CrashSubject subject, int count, BookedArrivals arrivals)
      throws IOException, SQLException {
    this.arrivals = arrivals;
    this.count = count;
    nodes = ContenderNodes.start(stack, subject.contender(), count, arrivals.file());
    left = new Count(nodes.database(), subject.left());
  }

  @Override
  public void fill(int jobs) throws IOException {
    nodes.fill(jobs, LEAD);
  }

  @Override
  public void handOut() throws IOException {
    for (int number = 0; number < count; number++) {
      nodes.handOut(number);
    }
  }

  @Override
  public long handedOut() throws IOException {
    return arrivals.count();
  }

  // Peers share the work without a leader, and sometimes unevenly
  @Override
  public void kill() throws IOException, InterruptedException {
    killed = nodes.numberOf(arrivals.busiest());
    nodes.kill(killed);
  }

  @Override
  public void restart() throws IOException {
    nodes.restart(killed);
    nodes.handOut(killed);
  }

  @Override
  public long left() throws SQLException {
    return left.read();
  }

  @Override
  public void close() throws SQLException {
    nodes.close();
  }
}
