package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
  @TempDir private Path directory;

  @Test
  void copy_belongs_to_its_owner_alone() throws IOException {
    var source = Files.createDirectories(directory.resolve("shipped/config"));
    allow(Files.writeString(source.resolve("domain.xml"), "x"), "rw-r--r--");
    allow(Files.writeString(source.resolve("start"), "x"), "rwxr-xr-x");
    FileTree.copy(directory.resolve("shipped"), directory.resolve("copy"));
    assertThat(permissions("copy/config")).isEqualTo("rwx------");
    assertThat(permissions("copy/config/domain.xml")).isEqualTo("rw-------");
    assertThat(permissions("copy/config/start")).isEqualTo("rwx------");
  }

  private String permissions(String file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file)));
  }

  private static void allow(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }
}
