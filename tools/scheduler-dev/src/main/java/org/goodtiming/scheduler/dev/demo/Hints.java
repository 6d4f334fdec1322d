package org.goodtiming.scheduler.dev.demo;

import java.util.stream.Collectors;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.ServerNode;

/** Suggestions of pages to open while the stack stays up. */
record Hints(String reader, int databasePort, String passwords, String shop) {

  static Hints of(DevStack stack) {
    return new Hints(
        DatabaseUser.READER.role(),
        stack.database().port(),
        stack.passwordFile().toString(),
        stack.nodes().stream().filter(ServerNode::running).findFirst().orElse(stack.node(1)).url());
  }

  /** The addresses at which to watch the run in a browser. */
  static String console(DevStack stack) {
    String consoles =
        stack.nodes().stream().map(ServerNode::consoleUrl).collect(Collectors.joining(" or "));
    return """
        Watch the run in the console: %s
          user %s, password: rest.admin in %s"""
        .formatted(consoles, stack.node(1).restUser(), stack.passwordFile());
  }

  /** Suggestions while checks are due; a single node has no node to take over. */
  static String whenPlaced(DevStack stack) {
    String placed =
        "All orders are placed; the shop has rolled back one in a hundred, which must not be checked.";
    return stack.nodes().size() == 1
        ? placed
        : placed
            + "\nKill the node that leads, in another terminal: ./scheduler stop leader --kill";
  }

  @Override
  public String toString() {
    return """

        The stack stays up until you interrupt it (Ctrl-C).
        Find an order in the console: type its number into the box at the top.
        Place more orders, more-1 to more-2000, to be checked over the next two minutes:
          curl -d run=more -d orders=2000 -d spread=PT2M %s/web-shop-sample/api/orders
        Kill the node that leads, and watch the console of another one:
          ./scheduler stop leader --kill
        Look at the lease, password in %s:
          psql -h 127.0.0.1 -p %d -U %s scheduler -c 'SELECT * FROM scheduler.lease_status'"""
        .formatted(shop, passwords, databasePort, reader);
  }
}
