package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootLogTest {
  @TempDir private Path directory;

  @Test
  void refused_command_is_found_among_the_others() throws IOException {
    var log =
        log(
            """
            INFO: Boot Command set returned with result SUCCESS : PlainTextActionReporterSUCCESS
            WARNING: Boot Command deploy failed PlainTextActionReporterFAILURE no such file
            """);
    assertThat(log.refusedCommand())
        .contains("Boot Command deploy failed PlainTextActionReporterFAILURE no such file");
  }

  @Test
  void set_up_without_a_refused_command_is_whole() throws IOException {
    assertThat(log("INFO: Boot Command set returned with result SUCCESS\n").refusedCommand())
        .isEmpty();
  }

  @Test
  void recovery_has_ended_when_its_thread_looks_at_intervals() throws IOException {
    var begun = "  JTS5014: Recoverable JTS instance, serverId=[100]]]\n";
    assertThat(log(begun).recovered()).isFalse();
    assertThat(
            log(begun + "  Asynchronous thread for incomplete tx is enabled with interval 5]]\n")
                .recovered())
        .isTrue();
  }

  private BootLog log(String text) throws IOException {
    return new BootLog(Files.writeString(directory.resolve("server.log"), text));
  }
}
