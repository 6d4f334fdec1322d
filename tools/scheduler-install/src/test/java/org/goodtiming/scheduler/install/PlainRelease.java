package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the installation of a server reads: the files of a release, of which the archives have only
 * a name, and the passwords.
 */
record PlainRelease(Path archives, PasswordFile passwords) {
  private static final List<String> ARCHIVES =
      List.of(
          "postgresql.jar",
          "scheduler-datasource.jar",
          "artemis-ra.rar",
          "scheduler-ear.ear",
          "scheduler-gate.jar");

  /**
   * @param product a directory of {@code servers}
   */
  static PlainRelease in(Path directory, String product) throws IOException {
    Path archives = directory.resolve("server");
    for (String name : ARCHIVES) {
      write(archives.resolve(name));
    }
    Path templates = Files.createDirectories(archives.resolve(product));
    try (Stream<Path> all = Files.list(Path.of("../..", "servers", product))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.copy(file, templates.resolve(file.getFileName()));
      }
    }
    PasswordFile passwords = new PasswordFile(directory.resolve("passwords.env"));
    for (DatabaseRole role : List.of(DatabaseRole.XA, DatabaseRole.LEASE, DatabaseRole.READER)) {
      passwords.getOrCreate(role.passwordVariable());
    }
    for (BrokerUser user : BrokerUser.values()) {
      passwords.getOrCreate(user.passwordVariable());
    }
    return new PlainRelease(archives, passwords);
  }

  static NodeSettings settings(String node) {
    return new NodeSettings(
        node,
        DatabaseAddress.parse("jdbc:postgresql://db:5433/jobs").orElseThrow(),
        BrokerAddresses.parse("broker:61617").orElseThrow());
  }

  static void run(List<Step> steps) throws Exception {
    for (Step step : steps) {
      step.run();
    }
  }

  /** A process in place of the server of a node. */
  static Process server(String node, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "60");
    builder.environment().put("SCHEDULER_NODE_NAME", node);
    builder.environment().put("SCHEDULER_TX_LOG_DIR", log.toString());
    return builder.start();
  }

  /** A file that contains its own name. */
  static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, file.getFileName().toString());
  }

  /** The names of all files in a directory. */
  static List<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
