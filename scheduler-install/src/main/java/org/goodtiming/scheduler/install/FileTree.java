package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories with all that is in them. */
public final class FileTree {

  private FileTree() {}

  /** Deletes a file or a directory, if it exists. Does not follow links. */
  public static void delete(Path root) throws IOException {
    if (Files.notExists(root)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> all = Files.walk(root)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }

  /** What is in a directory, in the order of names; empty if it does not exist. */
  static List<Path> children(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    }
  }
}
