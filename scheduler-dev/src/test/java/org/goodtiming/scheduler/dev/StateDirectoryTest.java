package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path directory;

  @Test
  void forgetting_the_data_keeps_ports_and_passwords() throws IOException {
    var state = new StateDirectory(directory);
    Files.createDirectories(state.database().resolve("base"));
    Files.createDirectories(state.transactions().resolve("node-1"));
    state.ports().put("database", "15432");
    state.passwords().put("shop", "x");
    state.forgetData();
    assertThat(state.database()).doesNotExist();
    assertThat(state.transactions()).doesNotExist();
    assertThat(state.ports().get("database")).contains("15432");
    assertThat(state.passwords().get("shop")).contains("x");
  }

  @Test
  void state_that_cannot_be_written_is_told_in_one_line() throws IOException {
    var file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> new StateDirectory(file.resolve("state")).prepare())
        .hasMessageStartingWith("DEV-0011 cannot read or write " + file.resolve("state"));
  }

  @Test
  void second_supervisor_is_refused_until_the_first_is_done() {
    var state = new StateDirectory(directory);
    state.prepare();
    var first = StateLock.take(state);
    assertThatThrownBy(() -> StateLock.take(state))
        .hasMessage(
            "DEV-0002 a stack already runs on %1$s (its supervisor lives): stop it first with  ./scheduler stop --state '%1$s'"
                .formatted(directory));
    first.close();
    StateLock.take(state).close();
  }
}
