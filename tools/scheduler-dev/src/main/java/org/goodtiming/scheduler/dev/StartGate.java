package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the start gate of a node, as a container's entry point does before the server. */
record StartGate(String node, Path jar, Path directory, Path log, Map<String, String> environment) {

  /** Returns when the server may start. */
  void pass() {
    try {
      var command = List.of(Launch.java(), "-XX:TieredStopAtLevel=1", "-jar", jar.toString());
      var gate =
          new Launch("the start gate of " + node, command, directory, log, environment).start();
      if (await(gate) != 0) {
        throw Problem.GATE_CLOSED.with(node, Files.readString(log).strip());
      }
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, node, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_STARTED.because(e, node, "interrupted");
    }
  }

  // The server does not start any more, so nobody needs the gate.
  private static int await(Process gate) throws InterruptedException {
    try {
      return gate.waitFor();
    } finally {
      gate.destroy();
    }
  }
}
