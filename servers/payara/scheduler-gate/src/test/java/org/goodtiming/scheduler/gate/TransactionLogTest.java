package org.goodtiming.scheduler.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionLogTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"server/tx", "ShadowNoFileLockStore", "tranlog", "partnerlog"})
  void the_server_finds_no_log_and_the_last_one_is_kept_aside(String name) throws IOException {
    for (String content : new String[] {"first", "second"}) {
      Path log = Files.createDirectories(directory.resolve(name));
      Files.writeString(log.resolve("extent.000"), content);
      new TransactionLog(directory).discard();
      assertThat(log).doesNotExist();
      assertThat(directory.resolve("discarded").resolve(log.getFileName()).resolve("extent.000"))
          .hasContent(content);
    }
  }

  @Test
  void a_node_without_a_past_has_none() {
    new TransactionLog(directory).discard();
    assertThat(directory).isEmptyDirectory();
  }
}
