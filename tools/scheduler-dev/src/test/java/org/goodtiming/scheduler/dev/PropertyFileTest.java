package org.goodtiming.scheduler.dev;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropertyFileTest {
  @TempDir private Path directory;

  @Test
  void value_is_there_for_the_next_reader() {
    file().put("process.node-1", "17 2026-11-20T10:42:55.350Z");
    assertThat(file().get("process.node-1")).contains("17 2026-11-20T10:42:55.350Z");
  }

  @Test
  void file_that_does_not_exist_is_empty() {
    assertThat(file().get("anything")).isEmpty();
    assertThat(file().all()).isEmpty();
  }

  @Test
  void removed_value_is_gone_and_the_others_stay() {
    file().put("a", "1");
    file().put("b", "2");
    file().remove("a");
    assertThat(file().all()).containsOnlyKeys("b");
  }

  @Test
  void nobody_but_the_owner_may_read_it() throws IOException {
    file().put("secret", "x");
    assertThat(Files.getPosixFilePermissions(file().file()))
        .containsExactlyInAnyOrder(OWNER_READ, OWNER_WRITE);
  }

  private PropertyFile file() {
    return new PropertyFile(directory.resolve("sub/kept.properties"));
  }
}
