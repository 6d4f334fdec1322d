package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadinessTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path directory;

  private ShellServer server;

  @BeforeEach
  void layServer() {
    server = ShellServer.in(directory, "broker");
  }

  @AfterEach
  void endServer() {
    server.kill();
  }

  @Test
  void server_that_ends_while_it_starts_is_reported_with_the_end_of_its_log() {
    server.run("echo no such option; exit 3");
    assertThatThrownBy(() -> new Readiness(server, LIMIT).await(() -> false))
        .hasMessage(
            "DEV-0006 while it was starting, broker has ended (exit status 3); the end of its log %s:\n  | no such option",
            server.log());
  }

  @Test
  void server_that_never_serves_is_reported_with_the_end_of_its_log() {
    server.run("echo thinking; sleep 60");
    assertThatThrownBy(() -> new Readiness(server, Duration.ofMillis(500)).await(() -> false))
        .hasMessage(
            "DEV-0005 broker was not ready after 0 s; the end of its log %s:\n  | thinking",
            server.log());
  }

  @Test
  void server_that_is_not_ready_is_reported_with_what_it_says() {
    server.run("echo thinking; sleep 60");
    server.says(", and says why");
    assertThatThrownBy(() -> new Readiness(server, Duration.ofMillis(500)).await(() -> false))
        .hasMessageStartingWith("DEV-0005 broker was not ready after 0 s, and says why; the end");
  }

  @Test
  void server_that_the_system_kills_is_reported_with_the_signal() {
    server.run("echo busy; kill -9 $$");
    assertThat(server.server().awaitEnd(LIMIT)).isTrue();
    assertThat(server.end())
        .isEqualTo(
            "broker has ended (killed by signal 9: the system does that when memory runs out, see 'dmesg'); the end of its log %s:\n  | busy",
            server.log());
  }
}
