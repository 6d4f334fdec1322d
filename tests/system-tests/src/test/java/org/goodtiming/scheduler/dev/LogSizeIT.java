package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No log grows for ever. */
class LogSizeIT {

  private static final int LIMIT = 10 << 20;

  @TempDir private Path directory;

  @Nightly
  @Test
  void the_log_of_the_broker_rolls_and_five_old_ones_are_kept() throws Exception {
    StateDirectory state = new StateDirectory(directory);
    Files.createDirectories(state.logs());
    Broker broker = broker(state);
    fill(broker.log());
    for (int old = 1; old <= 5; old++) {
      Files.writeString(Path.of(broker.log() + "." + old), "old log " + old);
    }
    broker.start();
    try {
      assertThat(broker.log()).content().contains("AMQ221007");
      assertThat(files(state.logs()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      Stream.of("broker.log", "broker-console.log"),
                      IntStream.rangeClosed(1, 5).mapToObj(old -> "broker.log." + old))
                  .toList());
      assertThat(Path.of(broker.log() + ".5")).hasSize(LIMIT + 1);
    } finally {
      broker.stop();
    }
  }

  @Test
  void the_broker_writes_nothing_of_its_log_to_its_console() throws IOException {
    var stack = SystemStack.shared().devStack();
    assertThat(stack.broker().log()).content().contains("AMQ221007");
    assertThat(Files.readString(stack.logs().resolve("broker-console.log")))
        .doesNotContain("AMQ221007");
  }

  @Test
  void a_node_writes_nothing_of_its_log_to_its_console() throws IOException {
    var stack = SystemStack.shared().devStack();
    assertThat(stack.node(1).log()).content().contains("was successfully deployed");
    assertThat(Files.readString(stack.logs().resolve("node-1-console.log")))
        .doesNotContain("was successfully deployed");
  }

  private static void fill(Path log) throws IOException {
    Files.write(log, new byte[LIMIT + 1]);
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static Broker broker(StateDirectory state) throws IOException {
    return new Broker(
        state,
        new ProcessRecords(state.processes()),
        new Passwords(state.passwords()),
        new Distribution(Path.of(System.getProperty("scheduler.root"))),
        BrokerTransport.plain(freePort()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
