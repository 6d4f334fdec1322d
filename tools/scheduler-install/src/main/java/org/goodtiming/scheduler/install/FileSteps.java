package org.goodtiming.scheduler.install;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Collects the steps of an installation; a file that is as it should be needs none. */
final class FileSteps {
  private final List<Step> steps = new ArrayList<>();

  void add(Step step) {
    steps.add(step);
  }

  void copy(Path from, Path to) throws IOException {
    if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
      add(
          new Step(
              "Copy " + to,
              List.of(),
              () -> {
                Files.createDirectories(requireNonNull(to.getParent()));
                Files.copy(from, to, REPLACE_EXISTING);
              }));
    }
  }

  void write(Path file, String text, String permissions) throws IOException {
    String before = Files.exists(file) ? Files.readString(file) : "";
    if (!before.equals(text)) {
      add(
          new Step(
              "Write " + file,
              new LineDiff(before, text).lines(),
              () -> {
                Files.createDirectories(requireNonNull(file.getParent()));
                Files.writeString(file, text);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
              }));
    }
  }

  static Step deletion(Path path) {
    return new Step("Delete " + path, List.of(), () -> FileTree.delete(path));
  }

  List<Step> all() {
    return steps;
  }
}
