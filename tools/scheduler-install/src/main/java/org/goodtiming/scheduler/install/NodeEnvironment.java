package org.goodtiming.scheduler.install;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The variables that a node has already, which may come from another domain. */
final class NodeEnvironment {
  private final Path domain;
  private final Path file;
  private final PasswordFile variables;

  /**
   * @param domain absolute and normalized
   */
  NodeEnvironment(Path domain) {
    this.domain = domain;
    this.file = ServerInstallation.directory(domain).resolve("node.env");
    this.variables = new PasswordFile(file);
  }

  Path file() {
    return file;
  }

  PasswordFile variables() {
    return variables;
  }

  /** Where the transaction log is; empty if the file does not tell. */
  Optional<Path> transactionLog() throws IOException {
    return variables
        .get(NodeSettings.TRANSACTION_LOG)
        .map(log -> Path.of(log).toAbsolutePath().normalize());
  }

  /**
   * The variables of this node, and none that belongs to another domain.
   *
   * @throws IOException if they are those of another node or need the files of another domain
   */
  void requireOf(NodeSettings settings) throws IOException {
    Optional<String> name = variables.get(NodeSettings.NODE_NAME);
    if (name.isPresent() && !name.get().equals(settings.name())) {
      throw ServerProblem.OTHER_NODE.with(file, name.get(), settings.name());
    }
    Optional<Path> log = transactionLog();
    if (log.isPresent() && isInAnotherDomain(log.get())) {
      throw ServerProblem.OTHER_LOG.with(
          NodeSettings.TRANSACTION_LOG,
          file,
          log.get(),
          file.resolveSibling(ServerInstallation.TRANSACTION_LOG));
    }
  }

  /** Also in one that was deleted beside this one. */
  private boolean isInAnotherDomain(Path log) {
    Path domains = requireNonNull(domain.getParent());
    for (Path parent = log; parent != null; parent = parent.getParent()) {
      boolean beside =
          domains.equals(parent.getParent())
              && log.startsWith(ServerInstallation.directory(parent));
      if ((beside || Files.exists(parent.resolve(DomainXml.PATH))) && !parent.equals(domain)) {
        return true;
      }
    }
    return false;
  }

  /** A sentence for each address that stays, although it is not that of the settings. */
  List<String> otherAddresses(Map<String, String> wanted) throws IOException {
    Map<String, String> all = variables.all();
    return wanted.entrySet().stream()
        .filter(each -> NodeSettings.isAddress(each.getKey()))
        .filter(each -> !each.getValue().equals(all.getOrDefault(each.getKey(), each.getValue())))
        .map(
            each ->
                "%s of %s stays %s, not %s: change it there if it is wrong"
                    .formatted(each.getKey(), file, all.get(each.getKey()), each.getValue()))
        .toList();
  }
}
