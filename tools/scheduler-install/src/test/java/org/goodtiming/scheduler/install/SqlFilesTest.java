package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqlFilesTest {

  @Test
  void the_last_migration_is_the_one_that_nodes_need() throws IOException {
    String nodes =
        Files.readString(
            Path.of(
                "../..",
                "storeys/scheduler-core/src/main/java/org/goodtiming/scheduler/job/SchemaVersion.java"));
    assertThat(nodes).contains("NEEDED = %d;".formatted(SqlFiles.newestMigration()));
  }

  @Test
  void each_setting_of_a_role_is_read_from_the_script() {
    assertThat(DatabaseRole.XA.settings())
        .containsEntry("lock_timeout", "10s")
        .containsEntry("jit", "off")
        .containsEntry("tcp_keepalives_count", "3");
    assertThat(DatabaseRole.OWNER.settings()).isEmpty();
    long settings =
        SqlFiles.roles().lines().filter(line -> line.matches("ALTER ROLE .* SET .*")).count();
    int read = 0;
    for (DatabaseRole role : DatabaseRole.values()) {
      read += role.settings().size();
    }
    assertThat(read).isEqualTo(settings);
  }
}
