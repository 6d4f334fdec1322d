package org.goodtiming.scheduler.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A contender in a JVM of its own, seen from outside. */
final class ContenderProcess implements AutoCloseable {
  static final String HEAP = "-Xmx512m";
  private static final long STOP_SECONDS = 60;

  /** Told when what counts begins and ends. */
  interface Watch {
    void begin();

    void end();
  }

  private final ContenderList contender;
  private final Path log;
  private final Process process;
  private final BufferedReader answers;
  private final PrintStream commands;
  private final String settings;

  private ContenderProcess(ContenderList contender, Path log, Process process) throws IOException {
    this.contender = contender;
    this.log = log;
    this.process = process;
    this.answers = process.inputReader(UTF_8);
    this.commands = new PrintStream(process.getOutputStream(), true, UTF_8);
    this.settings = answer().substring(Answer.READY.length()).strip();
  }

  static ContenderProcess start(ContenderHome home) throws IOException {
    return start(home, home.log(), Map.of());
  }

  /**
   * The same with further environment variables, and a log of its own.
   *
   * @param further arguments of {@link ContenderMain}
   */
  static ContenderProcess start(
      ContenderHome home, Path log, Map<String, String> environment, String... further)
      throws IOException {
    var contender = home.contender();
    var command = new ArrayList<String>();
    command.addAll(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP));
    command.addAll(home.jvmOptions());
    command.addAll(List.of(ContenderMain.class.getName(), contender.id()));
    command.addAll(List.of(further));
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(home.access().environment());
    builder.environment().putAll(environment);
    builder.redirectError(log.toFile());
    return new ContenderProcess(contender, log, builder.start());
  }

  String settings() {
    return settings;
  }

  long pid() {
    return process.pid();
  }

  void addWaiting(int jobs) throws IOException {
    carryOut(new Command(Command.Word.ADD_WAITING, jobs, 0));
  }

  /** Returns when it says that this is done. */
  void carryOut(Command command) throws IOException {
    send(command);
    answer();
  }

  /** Kills the process like a power cut. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  Answer measure(Command command, Watch watch) throws IOException {
    send(command);
    var line = answer();
    if (line.equals(Answer.BEGIN)) {
      watch.begin();
      line = answer();
    }
    watch.end();
    var measured = Answer.parse(line);
    answer();
    return measured;
  }

  /** Lets it put its tables and queues in order and end. */
  @Override
  public void close() {
    commands.close();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void send(Command command) {
    commands.println(command.format());
  }

  private String answer() throws IOException {
    var line = answers.readLine();
    if (line == null) {
      throw new IOException(
          "BENCH-0003 %s has ended unexpectedly: see %s".formatted(contender.title(), log));
    }
    return line;
  }
}
