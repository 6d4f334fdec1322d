package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Directories and files that only their owner may read: they contain passwords and data. */
final class OwnerOnly {
  static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
  static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /** Creates the directory and those above it, where missing. */
  static void directory(Path directory) throws IOException {
    Files.createDirectories(directory, attribute(DIRECTORY));
    Files.setPosixFilePermissions(directory, DIRECTORY);
  }

  /** Creates the file where missing, and keeps what is in it. */
  static void file(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file, attribute(FILE));
    }
    Files.setPosixFilePermissions(file, FILE);
  }

  /** Removes the permissions of all other users. */
  static void restrict(Path file) throws IOException {
    var permissions = EnumSet.copyOf(Files.getPosixFilePermissions(file));
    permissions.retainAll(DIRECTORY);
    Files.setPosixFilePermissions(file, permissions);
  }

  static FileAttribute<Set<PosixFilePermission>> attribute(Set<PosixFilePermission> permissions) {
    return PosixFilePermissions.asFileAttribute(permissions);
  }
}
