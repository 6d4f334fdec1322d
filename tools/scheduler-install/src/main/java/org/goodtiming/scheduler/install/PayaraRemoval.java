package org.goodtiming.scheduler.install;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes a node the domain of Payara again that it was. The domain must not run. */
public final class PayaraRemoval extends ServerRemoval {
  private static final List<String> APPLICATIONS = List.of("artemis-ra", "scheduler-ear");

  private final Path domain;
  private final Path directory;
  private final Path backup;
  private final Path used;

  /**
   * @param domain directory of the domain
   */
  public PayaraRemoval(Path domain) {
    super(domain);
    this.domain = domain.toAbsolutePath().normalize();
    this.directory = ServerInstallation.directory(this.domain);
    this.backup = PayaraInstallation.backup(this.domain);
    this.used = backup.resolveSibling(backup.getFileName() + ".used");
  }

  @Override
  public List<Step> steps() throws IOException {
    if (!Files.exists(directory.resolve("start-node")) && !Files.exists(backup)) {
      ServerInstallation.require(domain.resolve(DomainXml.PATH), "name a domain of Payara");
      return Files.exists(used) ? List.of(FileSteps.deletion(used)) : List.of();
    }
    requireBackup();
    requireStopped(
        domain.resolve("config/pid"), process -> "asadmin stop-domain " + domain.getFileName());
    List<Step> steps = new ArrayList<>(new DomainBackup(domain, backup).restore());
    for (Path deployed : deployed()) {
      steps.add(FileSteps.deletion(deployed));
    }
    steps.addAll(deletions(directory, backup));
    // Until this is gone, all of it can be repeated
    steps.add(new Step("Delete " + backup, List.of(), this::deleteBackup));
    return steps;
  }

  /** As a whole: what a part of it lacks would be deleted in the domain by the next undo. */
  private void deleteBackup() throws IOException {
    Files.move(backup, used, ATOMIC_MOVE);
    FileTree.delete(used);
  }

  private void requireBackup() throws IOException {
    for (Path file : List.of(backup, backup.resolve(DomainXml.PATH))) {
      if (!Files.exists(file)) {
        throw ServerProblem.NO_BACKUP.with(file);
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
}
