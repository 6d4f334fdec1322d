package org.goodtiming.scheduler.install;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The user of the operating system who runs a domain. The server must read and change the files of
 * its node, even if root has installed them.
 */
final class DomainOwner {
  private final PosixFileAttributes domain;

  /**
   * @param file of the server
   */
  DomainOwner(Path file) throws IOException {
    this.domain = view(file).readAttributes();
  }

  /**
   * Adds a step if the files belong to somebody else, or the steps before it will make such files.
   *
   * @param files with all that is in them; need not exist
   */
  void give(FileSteps steps, List<Path> files) throws IOException {
    String name = domain.owner().getName();
    boolean isOwner = ProcessHandle.current().info().user().filter(name::equals).isPresent();
    if (!steps.all().isEmpty() && !isOwner || !foreign(files).isEmpty()) {
      steps.add(
          new Step(
              "Give the files of the node to %s, who has the server".formatted(name),
              List.of(),
              () -> give(files)));
    }
  }

  private void give(List<Path> files) throws IOException {
    for (Path file : foreign(files)) {
      try {
        view(file).setGroup(domain.group());
        view(file).setOwner(domain.owner());
      } catch (FileSystemException e) {
        throw ServerProblem.OWNER.with(file, domain.owner());
      }
    }
  }

  private List<Path> foreign(List<Path> files) throws IOException {
    List<Path> foreign = new ArrayList<>();
    for (Path root : files) {
      for (Path file : FileTree.all(root)) {
        if (!view(file).getOwner().equals(domain.owner())) {
          foreign.add(file);
        }
      }
    }
    return foreign;
  }

  private static PosixFileAttributeView view(Path file) {
    return requireNonNull(
        Files.getFileAttributeView(file, PosixFileAttributeView.class, NOFOLLOW_LINKS));
  }
}
