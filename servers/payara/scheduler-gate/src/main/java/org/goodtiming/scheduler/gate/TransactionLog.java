package org.goodtiming.scheduler.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server's log of its decisions, in the directory assigned to it. Payara's threads write theirs
 * side by side: a crash in the middle leaves holes, behind which decisions are lost, or over which
 * the next start runs out of memory. Other servers would look for ever for branches that the gate
 * has ended.
 */
record TransactionLog(Path directory, NodeServer server) {

  /** The logs of Payara and WildFly, and the two of Open Liberty. */
  private static final List<String> LOGS =
      List.of("server/tx", "ShadowNoFileLockStore", "tranlog", "partnerlog");

  /**
   * Lays it aside, unless it may be all that contains the decision on a transaction in doubt.
   *
   * @param own transactions in doubt of this node
   * @param unknown those of which nothing tells the node
   * @return how many it may be needed for
   * @throws GateException if the files cannot be moved
   */
  long discardUnlessNeeded(long own, long unknown) {
    long needed = server.namesTransactions() ? own : own + unknown;
    if (needed == 0) {
      discard();
    }
    return needed;
  }

  /**
   * Moves the log aside, so that the server starts with an empty log; keeps only the last moved
   * log.
   *
   * @throws GateException if the files cannot be moved
   */
  private void discard() {
    List<Path> logs = LOGS.stream().map(directory::resolve).filter(Files::exists).toList();
    Path discarded = directory.resolve("discarded");
    if (logs.isEmpty()) {
      return;
    }
    try {
      delete(discarded);
      Files.createDirectory(discarded);
      for (Path log : logs) {
        Files.move(log, discarded.resolve(log.getFileName()));
      }
    } catch (IOException e) {
      throw new GateException(
          "SCHED-0627 cannot move %s to %s (%s): make both directories writable for the server"
              .formatted(logs, discarded, e));
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
