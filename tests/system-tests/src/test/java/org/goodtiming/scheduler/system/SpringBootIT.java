package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of Spring Boot, a process of its own: a caller and a worker without a server. */
class SpringBootIT {

  private static final String QUEUE = "spring-check";
  private static final Path APPLICATION =
      Path.of(
          System.getProperty("scheduler.root"),
          "examples/spring-boot-sample/target/spring-boot-sample.jar");
  private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SystemStack stack = SystemStack.shared();

  @TempDir private Path directory;
  private Process application;

  @BeforeEach
  void start() throws IOException {
    stack.clear();
    stack.allow(QUEUE);
    stack.execute(
        "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('worker', '%s') ON CONFLICT DO NOTHING"
            .formatted(QUEUE));
    ProcessBuilder process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                APPLICATION.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log().toFile());
    process
        .environment()
        .putAll(
            Map.of(
                "SERVER_PORT", "0",
                "SCHEDULER_DB_HOST", stack.database().host(),
                "SCHEDULER_DB_PORT", Integer.toString(stack.database().port()),
                "SCHEDULER_DB_NAME", "scheduler",
                "SCHEDULER_SHOP_PASSWORD", stack.database().password(DatabaseUser.SHOP),
                "SCHEDULER_BROKER_HOST", stack.broker().host(),
                "SCHEDULER_BROKER_PORT", Integer.toString(stack.broker().port()),
                "SCHEDULER_BROKER_WORKER_PASSWORD", stack.broker().password(BrokerUser.WORKER)));
    application = process.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    application.destroy();
    application.waitFor();
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login = 'worker'");
  }

  @Test
  void the_check_of_an_order_comes_unless_its_transaction_is_rolled_back() throws Exception {
    assertThat(place("spring-1")).as(this::printed).isEqualTo(201);
    awaitChecks("spring-1");
    // The job was sent when the row turned out to exist
    assertThat(place("spring-1")).isEqualTo(500);
    assertThat(place("spring-2")).as(this::printed).isEqualTo(201);
    awaitChecks("spring-1", "spring-2");
    assertThat(stack.values("SELECT id FROM shop.orders WHERE run = 'spring' ORDER BY id"))
        .containsExactly("spring-1", "spring-2");
    assertThat(stack.ledger("registered")).isEqualTo(2);
    assertThat(stack.values("SELECT reason FROM scheduler.quarantine")).isEmpty();
  }

  private void awaitChecks(String... orders) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT order_id FROM shop.order_check WHERE order_id LIKE 'spring-%'"
                                + " ORDER BY 1"))
                    .as(this::printed)
                    .containsExactly(orders));
  }

  private int place(String order) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:%d/orders/%s".formatted(port(), order));
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(address).PUT(BodyPublishers.noBody()).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private int port() {
    return await()
        .atMost(PATIENCE)
        .failFast(() -> assertThat(application.isAlive()).as(this::printed).isTrue())
        .until(
            () -> STARTED.matcher(printed()).results().map(found -> found.group(1)).toList(),
            ports -> !ports.isEmpty())
        .stream()
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElseThrow();
  }

  private String printed() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Path log() {
    return directory.resolve("application.log");
  }
}
