package org.goodtiming.scheduler.install;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** An instance as {@code artemis create} makes it. */
final class PlainBroker implements AutoCloseable {
  private static final Path DISTRIBUTION = Path.of("target", "artemis").toAbsolutePath();

  private final Path home;
  private final int port;
  private Process running;

  PlainBroker(Path home) throws IOException, InterruptedException {
    this.home = home;
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = unused.getLocalPort();
    }
    run(
        program(),
        "create",
        home.toString(),
        "--user",
        "admin",
        "--password",
        "of-admin",
        "--role",
        "admin",
        "--require-login",
        "--host",
        "127.0.0.1",
        "--default-port",
        Integer.toString(port),
        "--no-web",
        "--no-autotune",
        "--silent");
  }

  Path home() {
    return home;
  }

  Path file(String name) {
    return home.resolve("etc").resolve(name);
  }

  ActiveMQConnectionFactory connections() {
    return new ActiveMQConnectionFactory("tcp://127.0.0.1:%d".formatted(port));
  }

  void start() throws IOException {
    running = process(List.of(home.resolve("bin/artemis").toString(), "run")).start();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              if (!running.isAlive()) {
                throw new IllegalStateException("The broker does not start: " + home);
              }
              try (var connection = connections().createConnection("admin", "of-admin")) {
                return true;
              } catch (jakarta.jms.JMSException e) {
                return false;
              }
            });
  }

  @Override
  public void close() {
    if (running != null) {
      running.descendants().forEach(ProcessHandle::destroy);
      running.destroy();
      running.onExit().join();
    }
  }

  private void run(String... command) throws IOException, InterruptedException {
    int status = process(List.of(command)).start().waitFor();
    if (status != 0) {
      throw new IllegalStateException("%s: status %d".formatted(List.of(command), status));
    }
  }

  private ProcessBuilder process(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(DISTRIBUTION.resolve("log").toFile()));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  private static String program() {
    try (Stream<Path> entries = Files.list(DISTRIBUTION)) {
      return entries
          .map(entry -> entry.resolve("bin/artemis"))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow()
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
