package org.goodtiming.scheduler.gate;

import java.util.Arrays;
import java.util.Locale;

/** The server of a node: how long the name may be that its transactions carry. */
enum NodeServer {
  /** The name shares the 64 bytes of a branch's qualifier with additions of the server. */
  PAYARA(40, true),
  /** The name must fit into the node identifier. */
  WILDFLY(23, true),
  /** Transactions carry no name; uses Payara's limit. */
  LIBERTY(40, false);

  private final int longestName;
  private final boolean namesTransactions;

  NodeServer(int longestName, boolean namesTransactions) {
    this.longestName = longestName;
    this.namesTransactions = namesTransactions;
  }

  /** Whether the ids of all its transactions, those of applications too, tell the node. */
  boolean namesTransactions() {
    return namesTransactions;
  }

  /**
   * @throws GateException if there is no such server
   */
  static NodeServer of(String name) {
    return Arrays.stream(values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new GateException(
                    "SCHED-0629 SCHEDULER_SERVER is '%s' but must be payara, wildfly or liberty"
                        .formatted(name)));
  }

  /**
   * @throws GateException if transactions cannot carry the name
   */
  String checked(String node) {
    if (!node.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,%d}".formatted(longestName - 1))) {
      throw new GateException(
          "SCHED-0624 SCHEDULER_NODE_NAME is '%s' but must be up to %d letters, digits, dots, underscores and hyphens"
              .formatted(node, longestName));
    }
    return node;
  }
}
