package org.goodtiming.scheduler.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Payara's log of what it has decided, in {@code server/tx} of the directory that it was given. Its
 * threads write it side by side: a crash in the middle leaves holes, behind which decisions are
 * lost, or over which the next start runs out of memory.
 */
record TransactionLog(Path directory) {

  /**
   * Lays it aside, so that the server starts with an empty one; only the last one is kept.
   *
   * @throws GateException if the files cannot be moved
   */
  void discard() {
    Path log = directory.resolve("server/tx");
    Path discarded = directory.resolve("discarded");
    if (!Files.exists(log)) {
      return;
    }
    try {
      delete(discarded);
      Files.move(log, discarded);
    } catch (IOException e) {
      throw new GateException(
          "SCHED-0627 cannot move %s to %s (%s): make both directories writable for the server"
              .formatted(log, discarded, e));
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
