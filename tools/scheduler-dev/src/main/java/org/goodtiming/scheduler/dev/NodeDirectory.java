package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.List;

/**
 * The files of one node's server; laid again when any file of its set-up has changed, or the server
 * itself.
 */
abstract class NodeDirectory {
  private static final String APPLICATION = "application.";

  /** The largest heap of a node. */
  static final int HEAP_MEGABYTES = 768;

  final Distribution distribution;
  final NodePorts ports;
  private final Path root;

  NodeDirectory(NodeFiles files, NodePorts ports) {
    distribution = files.distribution();
    root = files.directory();
    this.ports = ports;
  }

  final Path root() {
    return root;
  }

  final boolean isSetUp() {
    return kept().get("set-up").filter(fingerprint()::equals).isPresent();
  }

  final void markSetUp() {
    kept().put("set-up", fingerprint());
  }

  final void delete() {
    FileTree.delete(root);
  }

  final boolean isDeployed(Path archive) {
    var checksum = Checksum.of(archive);
    return kept().all().entrySet().stream()
        .anyMatch(
            each -> each.getKey().startsWith(APPLICATION) && each.getValue().equals(checksum));
  }

  final void markDeployed(String application, Path archive) {
    kept().put(APPLICATION + application, Checksum.of(archive));
  }

  /** Forgets the deployment, so that the next start deploys the archive again. */
  final void forgetDeployed(String application) {
    kept().remove(APPLICATION + application);
  }

  /** Replaces the directory by a fresh copy. */
  abstract void lay();

  /** How to start the server on this directory, with the set-up if it still lacks that. */
  abstract List<String> launchCommand();

  abstract Path log();

  /** Changes with everything that {@link #lay} and the first start depend on. */
  abstract String fingerprint();

  // In the directory, so that it vanishes with it.
  private PropertyFile kept() {
    return new PropertyFile(root.resolve("scheduler-dev.properties"));
  }
}
