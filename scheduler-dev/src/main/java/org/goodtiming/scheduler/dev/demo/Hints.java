package org.goodtiming.scheduler.dev.demo;

import java.util.stream.Collectors;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.PayaraNode;

/** What there is to look at while the stack stays up. */
record Hints(String reader, int databasePort, String passwords, String shop) {

  static Hints of(DevStack stack) {
    return new Hints(
        DatabaseUser.READER.role(),
        stack.database().port(),
        stack.passwordFile().toString(),
        stack.node(1).url());
  }

  /** Where to watch the run in a browser: at any node. */
  static String console(DevStack stack) {
    String consoles =
        stack.nodes().stream().map(PayaraNode::consoleUrl).collect(Collectors.joining(" or "));
    return "Watch the run in the console: %s, user %s, password rest.admin in %s"
        .formatted(consoles, stack.node(1).restUser(), stack.passwordFile());
  }

  @Override
  public String toString() {
    return """

        The stack stays up until you interrupt it (Ctrl-C). Look at the lease, password in %s:
          psql -h 127.0.0.1 -p %d -U %s scheduler -c 'SELECT * FROM scheduler.lease_status'
        Place more orders, and find one of them in the console by its id:
          curl -d orders=100 -d delay=PT5S %s/web-shop-sample/api/orders
        Kill a node, watch the console of another, and start it again:
          ./scheduler stop node-1 --kill
          ./scheduler start node-1"""
        .formatted(passwords, databasePort, reader, shop);
  }
}
