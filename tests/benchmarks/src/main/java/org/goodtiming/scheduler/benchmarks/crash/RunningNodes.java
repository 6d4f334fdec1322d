package org.goodtiming.scheduler.benchmarks.crash;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;

/** The running Payara nodes, and their leader. */
record RunningNodes(DevStack stack) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  List<ServerNode> all() {
    return stack.nodes().stream().filter(ServerNode::running).toList();
  }

  /** Lets only the first nodes run. */
  void reduceTo(int count) {
    for (int number = 1; number <= stack.nodes().size(); number++) {
      var node = stack.node(number);
      if (number > count) {
        node.stop();
      } else if (!node.running()) {
        node.start();
      }
    }
  }

  /** Waits for a running leader, and returns it. */
  ServerNode awaitLeader() throws SQLException, InterruptedException {
    var limit = Instant.now().plus(PATIENCE);
    while (true) {
      var holder = holder();
      var leader = all().stream().filter(node -> node.name().equals(holder)).findFirst();
      if (leader.isPresent()) {
        return leader.get();
      }
      if (Instant.now().isAfter(limit)) {
        throw new IllegalStateException(
            "BENCH-0006 no running node leads: the holder of the lease is " + holder);
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  private String holder() throws SQLException {
    try (var connection = stack.database().connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT coalesce(holder, '') FROM scheduler.lease")) {
      row.next();
      return row.getString(1);
    }
  }
}
