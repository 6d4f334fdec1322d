package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory with all that is in it. */
final class FileTree {
  private FileTree() {}

  /** Copies a tree; only its owner can read the copy. */
  static void copy(Path from, Path to) {
    try (var files = Files.walk(from)) {
      for (var file : (Iterable<Path>) files::iterator) {
        var target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          OwnerOnly.directory(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
          OwnerOnly.restrict(target);
        }
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, to, e);
    }
  }

  static void delete(Path root) {
    try {
      org.goodtiming.scheduler.install.FileTree.delete(root);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, root, e);
    }
  }
}
