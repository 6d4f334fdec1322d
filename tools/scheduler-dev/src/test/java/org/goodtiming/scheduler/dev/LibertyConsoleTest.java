package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibertyConsoleTest {
  @TempDir private Path directory;

  @Test
  void an_application_that_started_after_a_failure_has_not_failed() throws IOException {
    var console =
        console(
            """
            [ERROR   ] CWWKZ0004E: An exception occurred while starting the application worker. The exception message was: no queue
            [AUDIT   ] CWWKZ0001I: Application scheduler started in 26.058 seconds.
            """);
    assertThat(console.starts("worker")).isEqualTo(1);
    assertThat(console.failure("worker")).get().asString().endsWith("no queue");
    assertThat(console.failure("scheduler")).isEmpty();
    assertThat(console.isServerReady()).isFalse();

    console =
        console(
            Files.readString(console.file())
                + """
                [AUDIT   ] CWWKZ0003I: The application worker updated in 0.400 seconds.
                [AUDIT   ] CWWKF0011I: The node-1 server is ready to run a smarter planet. The node-1 server started in 9.8 seconds.
                """);
    assertThat(console.starts("worker")).isEqualTo(2);
    assertThat(console.failure("worker")).isEmpty();
    assertThat(console.isServerReady()).isTrue();
    assertThat(console.refusedConfiguration()).isEmpty();
  }

  @Test
  void a_stop_is_no_start_and_an_error_of_the_configuration_is_found() throws IOException {
    var console =
        console(
            """
            [ERROR   ] CWWKF0001E: A feature definition could not be found for mdb-9.0
            [AUDIT   ] CWWKZ0009I: The application worker has stopped successfully.
            """);
    assertThat(console.starts("worker")).isZero();
    assertThat(console.stops("worker")).isEqualTo(1);
    assertThat(console.refusedConfiguration()).get().asString().endsWith("mdb-9.0");
  }

  private LibertyConsole console(String text) throws IOException {
    return new LibertyConsole(Files.writeString(directory.resolve("console.log"), text));
  }
}
