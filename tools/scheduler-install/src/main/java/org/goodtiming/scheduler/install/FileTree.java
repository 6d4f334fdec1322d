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
    for (Path path : all(root)) {
      Files.delete(path);
    }
  }

  /** A file, or a directory after all that is in it; empty if it does not exist. */
  static List<Path> all(Path root) throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** The entries of a directory, in the order of names; empty if it does not exist. */
  static List<Path> children(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    }
  }
}
