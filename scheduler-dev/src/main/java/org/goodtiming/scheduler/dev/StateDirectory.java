package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a stack keeps what outlives it: data, transaction logs, ports, passwords. */
record StateDirectory(Path root) {
  private static final long NEEDED_MEBIBYTES = 1024;

  StateDirectory {
    root = root.toAbsolutePath().normalize();
  }

  void prepare() {
    try {
      Files.createDirectories(logs());
      var free = Files.getFileStore(root).getUsableSpace() >> 20;
      if (free < NEEDED_MEBIBYTES) {
        throw Problem.DISK_FULL.with(free, root, NEEDED_MEBIBYTES);
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root, e);
    }
  }

  /** Forgets all data; ports and passwords stay, for they may be written down elsewhere. */
  void forgetData() {
    List.of(database(), broker(), nodes(), transactions(), logs()).forEach(FileTree::delete);
  }

  Path database() {
    return root.resolve("database");
  }

  Path broker() {
    return root.resolve("broker");
  }

  Path nodes() {
    return root.resolve("nodes");
  }

  /** Outside the nodes' domains, because a domain is made anew when its set-up changes. */
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
