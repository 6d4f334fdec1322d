package org.goodtiming.scheduler.gettingstarted;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Copies this checkout without what was built, so that commands which build keep out of the way of
 * the build that runs the test.
 */
final class Checkout extends SimpleFileVisitor<Path> {
  private final Path from;
  private final Path to;

  private Checkout(Path from, Path to) {
    this.from = from;
    this.to = to;
  }

  static void copySources(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new Checkout(from, to));
  }

  /** Links what was built of the stack. */
  static void copy(Path from, Path to) throws IOException {
    copySources(from, to);
    var target = Files.createDirectories(to.resolve("tools/scheduler-dev/target"));
    var built = from.resolve("tools/scheduler-dev/target");
    Files.createSymbolicLink(
        target.resolve("scheduler-dev.jar"), built.resolve("scheduler-dev.jar"));
    Files.createSymbolicLink(target.resolve("lib"), built.resolve("lib"));
    linkStack(built.resolve("stack"), Files.createDirectory(target.resolve("stack")));
  }

  /** Removes the links, so that a deletion of the copy cannot follow them. */
  static void unlink(Path copy) throws IOException {
    try (var files = Files.walk(copy.resolve("tools/scheduler-dev/target"))) {
      for (var link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private static void linkStack(Path from, Path to) throws IOException {
    // Newer than all sources, so that ./scheduler builds nothing
    Files.createFile(to.resolve("built"));
    try (var entries = Files.newDirectoryStream(from, entry -> !entry.endsWith("built"))) {
      for (var entry : entries) {
        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
      }
    }
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
      throws IOException {
    if (!directory.equals(from) && (isPrivate(directory) || directory.endsWith("target"))) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    Files.createDirectories(to.resolve(from.relativize(directory)));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (!isPrivate(file)) {
      var copy = to.resolve(from.relativize(file));
      Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
    return FileVisitResult.CONTINUE;
  }

  // States of stacks, secrets, the history; but Maven's options belong to the sources
  private static boolean isPrivate(Path file) {
    return file.getFileName().toString().startsWith(".") && !file.endsWith(".mvn");
  }
}
