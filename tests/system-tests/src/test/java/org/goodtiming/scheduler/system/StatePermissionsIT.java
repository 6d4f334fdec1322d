package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Passwords, payloads and logs lie in the state directory; other users of the machine see none. */
class StatePermissionsIT {

  private static final List<String> MADE_BY_THE_STACK =
      List.of("database", "broker", "nodes", "transactions", "logs");

  private final Path state = SystemStack.shared().devStack().state();

  @Test
  void nobody_but_the_owner_may_read_anything_that_the_servers_write() throws IOException {
    assertThat(permissions(state)).isEqualTo("rwx------");
    for (var name : MADE_BY_THE_STACK) {
      var directory = state.resolve(name);
      assertThat(Files.list(directory)).as(name).isNotEmpty();
      assertThat(openToOthers(directory)).as(name).isEmpty();
    }
  }

  private static List<String> openToOthers(Path directory) throws IOException {
    var found = new ArrayList<String>();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes)
              throws IOException {
            check(visited);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!attributes.isSymbolicLink()) {
              check(file);
            }
            return FileVisitResult.CONTINUE;
          }

          // The servers rename and delete files meanwhile.
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }

          private void check(Path file) throws IOException {
            if (Files.exists(file) && !permissions(file).endsWith("------")) {
              found.add(permissions(file) + " " + file);
            }
          }
        });
    return found;
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(
        Files.readAttributes(file, PosixFileAttributes.class).permissions());
  }
}
