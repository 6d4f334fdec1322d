package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Copies the files of a PostgreSQL server that runs, as a base backup does: files that disappear
 * meanwhile are left out, and so is what belongs to that server alone (PostgreSQL, chapter 25.3.4).
 */
final class DataCopy extends SimpleFileVisitor<Path> {

  private static final Set<String> ONLY_DIRECTORIES = Set.of("pg_wal", "pg_replslot");
  private static final Set<String> OF_THE_SERVER =
      Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

  private final Path from;
  private final Path to;

  DataCopy(Path from, Path to) {
    this.from = from;
    this.to = to;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
      throws IOException {
    if (isLeftOut(directory)) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    Files.createDirectories(target(directory));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (!isLeftOut(file)) {
      try {
        Files.copy(file, target(file));
      } catch (NoSuchFileException e) {
        // It has been deleted since the directory was read
      }
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  private boolean isLeftOut(Path path) {
    var relative = from.relativize(path);
    return relative.getNameCount() == 1
        ? OF_THE_SERVER.contains(relative.toString())
        : ONLY_DIRECTORIES.contains(relative.getName(0).toString());
  }

  private Path target(Path path) {
    return to.resolve(from.relativize(path).toString());
  }
}
