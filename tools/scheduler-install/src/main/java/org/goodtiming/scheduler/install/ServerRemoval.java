package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
    Optional<Path> log = new NodeEnvironment(server).transactionLog();
    return FileTree.children(ServerInstallation.directory(server)).stream()
        .filter(
            file ->
                KEPT.contains(String.valueOf(file.getFileName()))
                    || log.filter(each -> each.startsWith(file)).isPresent())
        .toList();
  }

  /** Deletes what {@link ServerInstallation#directory} has, except what is kept, and this. */
  final List<Step> ownFiles(Path except) throws IOException {
    List<Path> kept = kept();
    return FileTree.children(ServerInstallation.directory(server)).stream()
        .filter(file -> !file.equals(except) && !kept.contains(file))
        .map(FileSteps::deletion)
        .toList();
  }
}
