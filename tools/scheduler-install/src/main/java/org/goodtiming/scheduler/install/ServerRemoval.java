package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Undoes a {@link ServerInstallation}. */
public abstract class ServerRemoval {
  /** The name of a node and the log of its transactions belong together. */
  private static final List<String> KEPT = List.of("node.env", ServerInstallation.TRANSACTION_LOG);

  private final Path server;

  ServerRemoval(Path server) {
    this.server = server.toAbsolutePath().normalize();
  }

  /**
   * What is to be done; empty if the server is no node.
   *
   * @throws IOException if there is no such server, it runs, or nobody knows how it was before
   */
  public abstract List<Step> steps() throws IOException;

  /** What stays, because the node may have transactions that have not ended. */
  public final List<Path> kept() throws IOException {
    Path directory = ServerInstallation.directory(server);
    List<Path> kept = new ArrayList<>();
    for (Path file : FileTree.children(directory)) {
      if (isKept(file)) {
        kept.add(file);
      }
    }
    new NodeEnvironment(server)
        .transactionLog()
        .filter(log -> log.startsWith(server) && !log.startsWith(directory) && Files.exists(log))
        .ifPresent(kept::add);
    return kept;
  }

  /**
   * Refuses a node that runs.
   *
   * @param pid where the server writes the number of its process
   * @param stop command that stops that process
   */
  final void requireStopped(Path pid, LongFunction<String> stop) throws IOException {
    if (!Files.exists(pid)) {
      return;
    }
    String number = Files.readString(pid).strip();
    if (!number.matches("\\d{1,18}")) {
      throw ServerProblem.NO_PROCESS.with(pid);
    }
    long process = Long.parseLong(number);
    if (ProcessHandle.of(process).isPresent() && isNode(process)) {
      throw ServerProblem.RUNNING.with(process, stop.apply(process), pid);
    }
  }

  /** Another process may have got the number of one that has ended. */
  private boolean isNode(long process) throws IOException {
    Path environment = Path.of("/proc/%d/environ".formatted(process));
    Map<String, String> node = new NodeEnvironment(server).variables().all();
    if (!node.containsKey(NodeSettings.NODE_NAME) || !Files.isReadable(environment)) {
      return true;
    }
    List<String> variables = words(environment);
    Path real = server.toRealPath();
    return Stream.of(NodeSettings.NODE_NAME, NodeSettings.TRANSACTION_LOG)
            .anyMatch(name -> variables.contains("%s=%s".formatted(name, node.get(name))))
        || words(environment.resolveSibling("cmdline")).stream()
            .anyMatch(word -> names(word, server) || names(word, real));
  }

  private static boolean names(String word, Path directory) {
    return word.endsWith(directory.toString()) || word.contains(directory + "/");
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(new String(Files.readAllBytes(file), UTF_8).split("\0"));
  }

  /** Deletes what is in a directory, except what is or holds something that stays, and this. */
  final List<Step> deletions(Path directory, Path except) throws IOException {
    List<Step> deletions = new ArrayList<>();
    for (Path file : FileTree.children(directory)) {
      if (!file.equals(except) && !isKept(file)) {
        deletions.add(FileSteps.deletion(file));
      }
    }
    return deletions;
  }

  private boolean isKept(Path file) throws IOException {
    return KEPT.contains(String.valueOf(file.getFileName())) || holdsLog(file);
  }

  /** Also if a link names one of them. */
  private boolean holdsLog(Path file) throws IOException {
    Optional<Path> log = new NodeEnvironment(server).transactionLog();
    if (log.isEmpty() || log.get().startsWith(file)) {
      return log.isPresent();
    }
    return Files.exists(log.get())
        && Files.exists(file)
        && log.get().toRealPath().startsWith(file.toRealPath());
  }
}
