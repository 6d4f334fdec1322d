package org.goodtiming.scheduler.install;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a node the domain again that it was before {@link ServerInstallation}. The domain must not
 * run.
 */
public final class ServerRemoval {
  private static final List<String> APPLICATIONS = List.of("artemis-ra", "scheduler-ear");

  /** The name of a node and the log of its transactions belong together. */
  private static final List<String> KEPT = List.of("node.env", ServerInstallation.TRANSACTION_LOG);

  private final Path domain;
  private final Path directory;
  private final Path backup;
  private final Path used;

  /**
   * @param domain directory of the domain
   */
  public ServerRemoval(Path domain) {
    this.domain = domain.toAbsolutePath().normalize();
    this.directory = ServerInstallation.directory(this.domain);
    this.backup = ServerInstallation.backup(this.domain);
    this.used = backup.resolveSibling(backup.getFileName() + ".used");
  }

  /**
   * What is to be done; empty if the domain is no node.
   *
   * @throws IOException if there is no domain, it runs, or nobody knows how it was before
   */
  public List<Step> steps() throws IOException {
    if (!Files.exists(directory.resolve("start-node")) && !Files.exists(backup)) {
      requireDomain();
      return Files.exists(used) ? List.of(deletion(used)) : List.of();
    }
    requireBackup();
    requireStopped();
    List<Step> steps = new ArrayList<>(new DomainBackup(domain, backup).restore());
    for (Path deployed : deployed()) {
      steps.add(deletion(deployed));
    }
    List<Path> kept = kept();
    for (Path file : FileTree.children(directory)) {
      if (!file.equals(backup) && !kept.contains(file)) {
        steps.add(deletion(file));
      }
    }
    // Until this is gone, all of it can be repeated
    steps.add(new Step("Delete " + backup, List.of(), this::deleteBackup));
    return steps;
  }

  /** As a whole: what a part of it lacks would be deleted in the domain by the next undo. */
  private void deleteBackup() throws IOException {
    Files.move(backup, used, ATOMIC_MOVE);
    FileTree.delete(used);
  }

  private void requireDomain() throws IOException {
    Path file = domain.resolve(DomainBackup.DOMAIN_XML);
    if (!Files.exists(file)) {
      throw new IOException("%s does not exist: name a domain of Payara".formatted(file));
    }
  }

  /** What stays, because the node may have transactions that have not ended. */
  public List<Path> kept() throws IOException {
    Optional<Path> log = new NodeEnvironment(domain).transactionLog();
    return FileTree.children(directory).stream()
        .filter(
            file ->
                KEPT.contains(String.valueOf(file.getFileName()))
                    || log.filter(each -> each.startsWith(file)).isPresent())
        .toList();
  }

  private void requireBackup() throws IOException {
    if (!Files.exists(backup)) {
      throw new IOException(
          "%s does not exist: an earlier version made this domain a node. Create another domain instead"
              .formatted(backup));
    }
    Path file = backup.resolve(DomainBackup.DOMAIN_XML);
    if (!Files.exists(file)) {
      throw new IOException(
          "%s does not exist, so how the domain was is not known. Create another domain instead"
              .formatted(file));
    }
  }

  private void requireStopped() throws IOException {
    Path file = domain.resolve("config/pid");
    if (Files.exists(file)) {
      long process = Long.parseLong(Files.readString(file).strip());
      if (ProcessHandle.of(process).isPresent()) {
        throw new IOException(
            "The domain runs as process %d: stop it with 'asadmin stop-domain %s'"
                .formatted(process, domain.getFileName()));
      }
    }
  }

  /** Directories in which Payara keeps what the set-up has deployed. */
  private List<Path> deployed() throws IOException {
    List<Path> parents = new ArrayList<>(FileTree.children(domain.resolve("generated")));
    parents.add(domain.resolve("applications"));
    return parents.stream()
        .flatMap(parent -> APPLICATIONS.stream().map(parent::resolve))
        .filter(Files::exists)
        .toList();
  }

  private static Step deletion(Path path) {
    return new Step("Delete " + path, List.of(), () -> FileTree.delete(path));
  }
}
