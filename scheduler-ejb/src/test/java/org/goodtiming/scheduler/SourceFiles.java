package org.goodtiming.scheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Files of the checkout, for tests that read the code as text. */
public final class SourceFiles {

  private static final Set<String> MADE = Set.of("target", ".git");

  private static final String PACKAGES = "src/main/java/org/goodtiming/scheduler";

  private static final List<String> MODULES =
      List.of(
          ".",
          "../storeys/scheduler-core",
          "../storeys/scheduler-work",
          "../storeys/scheduler-operations");

  private SourceFiles() {}

  public static List<Path> under(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  /** The directories of the scheduler's classes. */
  static List<Path> roots() {
    return MODULES.stream().map(module -> Path.of(module, PACKAGES)).toList();
  }

  /** The scheduler's classes. */
  static List<Path> ofScheduler() {
    return roots().stream().flatMap(root -> ofProject(root).stream()).toList();
  }

  /** A class without the path to its module and to the outermost package. */
  static Path inPackages(Path file) {
    return roots().stream()
        .filter(file::startsWith)
        .map(root -> root.relativize(file))
        .findFirst()
        .orElseThrow();
  }

  /** All files below a directory except those of builds and Git. */
  static List<Path> ofProject(Path directory) {
    try (Stream<Path> children = Files.list(directory)) {
      return children
          .filter(child -> !MADE.contains(child.getFileName().toString()))
          .flatMap(child -> Files.isDirectory(child) ? ofProject(child).stream() : Stream.of(child))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
