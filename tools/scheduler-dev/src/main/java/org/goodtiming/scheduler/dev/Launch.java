package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server process to be started; its output replaces that of the start before. */
record Launch(
    String component,
    List<String> command,
    Path directory,
    Path log,
    Map<String, String> environment) {
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  /** Begins a command whose process creates files for its owner alone. */
  static final List<String> OWNER_ONLY = List.of("/bin/sh", "-c", "umask 077; exec \"$@\"", "sh");

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  Process start() {
    try {
      OwnerOnly.file(log);
      var builder =
          new ProcessBuilder(ownSession())
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
      builder.environment().putAll(environment);
      return builder.start();
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, component, e.getMessage());
    }
  }

  // Ctrl-C goes to the whole foreground group;
  // without a session of their own all servers would
  // end at once instead of one after the other.
  private List<String> ownSession() {
    var all = new ArrayList<>(OWNER_ONLY);
    if (Files.isExecutable(SETSID)) {
      all.add(SETSID.toString());
    }
    all.addAll(command);
    return all;
  }
}
