package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks Payara how it would start the server of a domain, so that we can, and know its process id.
 */
record ServerCommandLine(PayaraServer payara, Path domain) {

  List<String> with(List<String> options) {
    // Even this creates the server's log.
    var dryRun = new ArrayList<>(Launch.OWNER_ONLY);
    // The first compiler alone: 0.9 s of processor time instead of 1.8 s.
    dryRun.addAll(List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"));
    dryRun.add(payara.home().resolve("glassfish/lib/client/appserver-cli.jar").toString());
    dryRun.addAll(List.of("start-domain", "--dry-run"));
    dryRun.addAll(List.of("--domaindir", requireNonNull(domain.getParent()).toString()));
    dryRun.addAll(options);
    dryRun.add(name());
    return commandIn(output(dryRun));
  }

  /** The answer is the command line, an argument a line, between a heading and a farewell. */
  static List<String> commandIn(List<String> answer) {
    return answer.stream()
        .dropWhile(line -> !line.startsWith("/"))
        .filter(line -> !line.startsWith("Command start-domain"))
        .filter(line -> !line.isBlank())
        .toList();
  }

  private List<String> output(List<String> command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw Problem.NOT_STARTED.with(name(), text.strip());
      }
      return text.lines().toList();
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, name(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_STARTED.because(e, name(), "interrupted");
    }
  }

  /** The server gets the same. */
  private String java() {
    return payara.javaHome().resolve("bin/java").toString();
  }

  private String name() {
    return domain.getFileName().toString();
  }
}
