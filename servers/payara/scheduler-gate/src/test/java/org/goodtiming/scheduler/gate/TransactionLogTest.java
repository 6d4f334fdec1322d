package org.goodtiming.scheduler.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionLogTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"server/tx", "ShadowNoFileLockStore", "tranlog", "partnerlog"})
  void the_server_finds_no_log_and_the_last_one_is_kept_aside(String name) throws IOException {
    for (String content : new String[] {"first", "second"}) {
      Path log = Files.createDirectories(directory.resolve(name));
      Files.writeString(log.resolve("extent.000"), content);
      new TransactionLog(directory, NodeServer.PAYARA).discardUnlessNeeded(0, 0);
      assertThat(log).doesNotExist();
      assertThat(directory.resolve("discarded").resolve(log.getFileName()).resolve("extent.000"))
          .hasContent(content);
    }
  }

  /** Only the log may contain the decision; see BranchId on whose ids tell the node. */
  @ParameterizedTest
  @CsvSource({
    "PAYARA, 0, 1, false",
    "WILDFLY, 0, 1, false",
    "LIBERTY, 0, 1, true",
    "LIBERTY, 0, 0, false",
    "PAYARA, 1, 0, true",
    "WILDFLY, 1, 0, true",
    "LIBERTY, 1, 0, true"
  })
  void a_log_stays_while_a_transaction_is_in_doubt_that_may_be_of_its_node(
      NodeServer server, long own, long unknown, boolean stays) throws IOException {
    Path log = Files.createDirectories(directory.resolve("tranlog"));
    long needed = new TransactionLog(directory, server).discardUnlessNeeded(own, unknown);
    assertThat(Files.exists(log)).isEqualTo(stays);
    assertThat(needed).isEqualTo(stays ? 1 : 0);
  }

  @Test
  void a_node_without_a_past_has_none() {
    new TransactionLog(directory, NodeServer.PAYARA).discardUnlessNeeded(0, 0);
    assertThat(directory).isEmptyDirectory();
  }
}
