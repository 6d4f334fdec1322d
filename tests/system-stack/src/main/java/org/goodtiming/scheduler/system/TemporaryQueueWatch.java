package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether the nodes' resource adapter deletes temporary queues while it still holds the session
 * that it does this with. By Byteman, which leaves a file for either case.
 */
record TemporaryQueueWatch(Path state) {

  /** The script to add to the nodes' JVM option for Byteman. */
  String script() {
    try {
      Path script = Files.createDirectories(state).resolve("temporary-queues.btm");
      Files.writeString(script, rule("!$this.sessions", inTime()) + rule("$this.sessions", late()));
      // Quoted: a JVM splits its options at spaces
      return ",script:'%s'".formatted(script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void forget() {
    try {
      for (Path file : List.of(inTime(), late())) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean sawDeletion() {
    return Files.exists(inTime()) || sawLateDeletion();
  }

  /** Whether a deletion used a session that the pool may have given to another thread. */
  boolean sawLateDeletion() {
    return Files.exists(late());
  }

  private static String rule(String sessions, Path file) {
    return """
        RULE %1$s
        CLASS org.apache.activemq.artemis.ra.ActiveMQRASessionFactoryImpl
        METHOD close
        AT ENTRY
        BIND file = new java.io.File("%1$s")
        IF !$this.tempQueues.isEmpty() AND %2$s.isEmpty()
        DO file.createNewFile()
        ENDRULE

        """
        .formatted(file, sessions);
  }

  private Path inTime() {
    return state.resolve("temporary-queue-deleted-in-time");
  }

  private Path late() {
    return state.resolve("temporary-queue-deleted-late");
  }
}
