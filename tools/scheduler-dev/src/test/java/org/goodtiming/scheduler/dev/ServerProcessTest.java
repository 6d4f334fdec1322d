package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
  @TempDir private Path directory;

  private ProcessRecords records;
  private ServerProcess server;

  @BeforeEach
  void layServer() {
    records = new ProcessRecords(new PropertyFile(directory.resolve("processes.properties")));
    server = new ServerProcess("broker", records);
  }

  @AfterEach
  void endServer() {
    server.kill();
  }

  @Test
  void started_process_is_on_record() {
    start("sleep", "60");
    assertThat(server.running()).isTrue();
    assertThat(records.alive()).containsOnlyKeys("broker");
  }

  @Test
  void stopped_process_is_off_the_record() {
    start("sleep", "60");
    server.stop("TERM", Duration.ofSeconds(10));
    assertThat(server.running()).isFalse();
    assertThat(records.of("broker")).isEmpty();
  }

  @Test
  void frozen_process_can_be_stopped() {
    start("sleep", "60");
    server.suspend();
    server.stop("TERM", Duration.ofSeconds(10));
    assertThat(server.running()).isFalse();
  }

  @Test
  void process_that_ignores_the_signal_is_killed() {
    start("sh", "-c", "trap '' TERM; while true; do sleep 1; done");
    server.stop("TERM", Duration.ofMillis(300));
    assertThat(server.running()).isFalse();
  }

  @Test
  void stopping_what_does_not_run_changes_nothing() {
    server.stop("TERM", Duration.ofSeconds(1));
    assertThat(server.running()).isFalse();
  }

  @Test
  void files_of_a_process_belong_to_its_owner_alone() throws IOException {
    start("sh", "-c", "mkdir data; echo 1 > data/file; echo said");
    assertThat(server.awaitEnd(Duration.ofSeconds(10))).isTrue();
    assertThat(permissions("data")).isEqualTo(OwnerOnly.DIRECTORY);
    assertThat(permissions("data/file")).isEqualTo(OwnerOnly.FILE);
    assertThat(permissions("broker.log")).isEqualTo(OwnerOnly.FILE);
    assertThat(directory.resolve("broker.log")).hasContent("said");
  }

  @Test
  void process_that_was_never_started_has_no_id() {
    assertThatThrownBy(server::process)
        .hasMessage("DEV-0013 broker is not running: start it first");
  }

  private Set<PosixFilePermission> permissions(String file) throws IOException {
    return Files.getPosixFilePermissions(directory.resolve(file));
  }

  private void start(String... command) {
    var log = directory.resolve("broker.log");
    server.start(new Launch("broker", List.of(command), directory, log, Map.of()));
  }
}
