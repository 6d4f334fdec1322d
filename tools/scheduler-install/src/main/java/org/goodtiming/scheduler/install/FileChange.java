package org.goodtiming.scheduler.install;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Changes files of a server so that a reader sees the old or the new text, never a part of it. */
final class FileChange {

  private FileChange() {}

  /**
   * Replaces the text; permissions stay. The text before is kept in a file with .old at its end.
   */
  static void write(Path file, String text) throws IOException {
    Path draft = draft(file, file);
    Files.writeString(draft, text);
    exchange(file, draft);
  }

  /** Replaces the file by a copy of another, with its permissions; keeps the file with .old. */
  static void replace(Path file, Path other) throws IOException {
    exchange(file, draft(file, other));
  }

  private static Path draft(Path file, Path source) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.copy(source, draft, COPY_ATTRIBUTES, REPLACE_EXISTING);
    return draft;
  }

  private static void exchange(Path file, Path draft) throws IOException {
    Files.copy(
        file, file.resolveSibling(file.getFileName() + ".old"), COPY_ATTRIBUTES, REPLACE_EXISTING);
    Files.move(draft, file, ATOMIC_MOVE, REPLACE_EXISTING);
  }

  /** Lets only the owner read the file and its old text. */
  static void restrict(Path file) throws IOException {
    var owner = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(file, owner);
    Files.setPosixFilePermissions(file.resolveSibling(file.getFileName() + ".old"), owner);
  }
}
