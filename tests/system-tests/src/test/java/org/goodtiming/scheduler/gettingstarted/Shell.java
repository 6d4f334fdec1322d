package org.goodtiming.scheduler.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The terminals of somebody who works in one directory. */
final class Shell implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path directory;
  private final Path outputs;
  private final Map<String, String> environment;
  private final List<Process> started = new ArrayList<>();

  Shell(Path directory, Path outputs, Map<String, String> environment) {
    this.directory = directory;
    this.outputs = outputs;
    this.environment = environment;
  }

  Path directory() {
    return directory;
  }

  /** Returns what the commands print; the first that fails is the last that runs. */
  String run(String commands) throws IOException {
    var output = outputFile();
    var process = process(commands, output);
    assertThat(ended(process)).as("ends within %s: %s", LIMIT, commands).isTrue();
    var printed = Files.readString(output);
    assertThat(process.exitValue()).as("%s%s", commands, printed).isZero();
    return printed;
  }

  /** Leaves the commands running; returns the file that they print to. */
  Path start(String commands) throws IOException {
    var output = outputFile();
    process(commands, output);
    return output;
  }

  /** Whether all commands end, those among them that were left running. */
  boolean allEnd() {
    return started.stream().allMatch(Shell::ended);
  }

  @Override
  public void close() {
    started.forEach(Process::destroy);
    started.forEach(Shell::ended);
  }

  private Path outputFile() throws IOException {
    return Files.createTempFile(outputs, "output", ".log");
  }

  private Process process(String commands, Path output) throws IOException {
    var builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    started.add(process);
    return process;
  }

  private static boolean ended(Process process) {
    try {
      return process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
