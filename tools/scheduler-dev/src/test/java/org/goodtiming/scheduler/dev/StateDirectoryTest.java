package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path directory;

  @Test
  void forgetting_the_data_keeps_ports_and_passwords() throws IOException {
    var state = new StateDirectory(directory);
    state.prepare();
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
  void directory_with_files_of_somebody_else_is_refused_and_stays_as_it_is() throws IOException {
    var theirs = Files.createDirectories(directory.resolve("database"));
    var permissions = Files.getPosixFilePermissions(directory);
    assertThatThrownBy(() -> new StateDirectory(directory).prepare())
        .hasMessage(
            "DEV-0019 %s is not empty and has no file .good-timing, so it is not the state directory of a stack: choose an empty or a new directory with --state"
                .formatted(directory));
    assertThat(directory).isDirectoryContaining(theirs::equals);
    assertThat(Files.list(directory)).hasSize(1);
    assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(permissions);
  }

  @Test
  void data_of_somebody_else_is_not_forgotten() throws IOException {
    var theirs = Files.createDirectories(directory.resolve("logs"));
    assertThatThrownBy(() -> new StateDirectory(directory).forgetData())
        .hasMessageStartingWith("DEV-0019 ");
    assertThat(theirs).exists();
  }

  @Test
  void forgetting_the_data_leaves_what_the_stack_did_not_make() throws IOException {
    var state = new StateDirectory(directory);
    state.prepare();
    var theirs = Files.writeString(directory.resolve("notes.txt"), "mine");
    var elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("file"), "mine");
    Files.createSymbolicLink(state.nodes(), elsewhere);
    state.forgetData();
    assertThat(theirs).exists();
    assertThat(elsewhere.resolve("file")).exists();
    assertThat(state.nodes()).doesNotExist();
    state.prepare();
  }

  @Test
  void state_belongs_to_its_owner_alone() throws IOException {
    var state = new StateDirectory(directory.resolve("state"));
    state.prepare();
    state.ports().put("database", "15432");
    StateLock.take(state).close();
    assertThat(Files.getPosixFilePermissions(state.root())).isEqualTo(OwnerOnly.DIRECTORY);
    assertThat(Files.getPosixFilePermissions(state.logs())).isEqualTo(OwnerOnly.DIRECTORY);
    assertThat(Files.list(state.root()).filter(Files::isRegularFile))
        .hasSize(3)
        .allSatisfy(
            file -> assertThat(Files.getPosixFilePermissions(file)).isEqualTo(OwnerOnly.FILE));
  }

  @Test
  void empty_directory_that_others_may_read_becomes_the_owners_alone() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    new StateDirectory(directory).prepare();
    assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(OwnerOnly.DIRECTORY);
  }

  @Test
  void state_that_cannot_be_written_is_reported_in_one_line() throws IOException {
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
            "DEV-0002 a stack already runs on %1$s (its supervisor is running): stop it first with  ./scheduler stop --state '%1$s'"
                .formatted(directory));
    first.close();
    StateLock.take(state).close();
  }
}
