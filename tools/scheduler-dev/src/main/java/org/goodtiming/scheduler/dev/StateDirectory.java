package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** The persistent state of a stack: data, transaction logs, ports, passwords. */
record StateDirectory(Path root) {
  private static final long NEEDED_MEBIBYTES = 1024;
  private static final String MARKER = ".good-timing";
  private static final String MARKER_TEXT =
      "Good Timing keeps the state of a development stack here; --fresh deletes its data.\n";

  StateDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * Creates the directory, readable by its owner only, and marks it as ours.
   *
   * @throws DevStackException if the directory contains other files
   */
  void prepare() {
    try {
      claim();
      OwnerOnly.directory(logs());
      var free = Files.getFileStore(root).getUsableSpace() >> 20;
      if (free < NEEDED_MEBIBYTES) {
        throw Problem.DISK_FULL.with(free, root, NEEDED_MEBIBYTES);
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root, e);
    }
  }

  /** Deletes all data; keeps ports and passwords, which may be configured elsewhere. */
  void forgetData() {
    if (!isOurs()) {
      throw Problem.FOREIGN_DIRECTORY.with(root, MARKER);
    }
    List.of(database(), broker(), nodes(), transactions(), logs()).forEach(FileTree::delete);
  }

  private void claim() throws IOException {
    if (!isOurs() && !isEmpty()) {
      throw Problem.FOREIGN_DIRECTORY.with(root, MARKER);
    }
    OwnerOnly.directory(root);
    if (!isOurs()) {
      PropertyFile.writePrivately(marker(), MARKER_TEXT);
    }
  }

  private boolean isOurs() {
    return Files.isRegularFile(marker(), LinkOption.NOFOLLOW_LINKS);
  }

  private boolean isEmpty() throws IOException {
    if (!Files.isDirectory(root)) {
      return true;
    }
    try (var entries = Files.newDirectoryStream(root)) {
      return !entries.iterator().hasNext();
    }
  }

  private Path marker() {
    return root.resolve(MARKER);
  }

  Path database() {
    return root.resolve("database");
  }

  Path broker() {
    return root.resolve("broker");
  }

  /** The data that the brokers of a pair share. */
  Path brokerData() {
    return broker().resolve("data");
  }

  Path nodes() {
    return root.resolve("nodes");
  }

  /** Outside the nodes' domains, because a domain is created again when its setup changes. */
  Path transactions() {
    return root.resolve("transactions");
  }

  Path logs() {
    return root.resolve("logs");
  }

  Path log(String component) {
    return logs().resolve(component + ".log");
  }

  Path lock() {
    return root.resolve("lock");
  }

  PropertyFile ports() {
    return new PropertyFile(root.resolve("ports.properties"));
  }

  PropertyFile processes() {
    return new PropertyFile(root.resolve("processes.properties"));
  }

  PropertyFile passwords() {
    return new PropertyFile(root.resolve("passwords.properties"));
  }
}
