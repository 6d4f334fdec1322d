package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order check in Python of the examples, which a node calls. */
class PythonUrlWorkerIT {

  private static final String QUEUE = "test.python.url";
  private static final String PYTHON = "/usr/bin/python3";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path WORKER =
      Path.of(System.getProperty("scheduler.root"), "examples/python-url-worker/worker.py");

  private final SystemStack stack = SystemStack.shared();
  private final RestClient admin = new RestClient(stack.node(1));

  @TempDir private Path directory;
  private Process worker;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of(PYTHON)), "needs Python: install the Debian package python3");
    stack.clear();
    stack.allow(QUEUE);
    int port = unusedPort();
    Path output = directory.resolve("worker.log");
    ProcessBuilder process =
        new ProcessBuilder(
                PYTHON,
                WORKER.toString(),
                stack.receiver().certificateWithKey().toString(),
                Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    process.environment().put("TARGET_SECRET", ReceiverCertificate.SECRET);
    worker = process.start();
    await().atMost(PATIENCE).until(() -> Files.readString(output).contains("listens"));
    String target = "{\"target\": \"https://localhost:%d/orders\"}".formatted(port);
    assertThat(admin.put("/worker-queues/" + QUEUE, target).status()).isEqualTo(200);
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (worker != null) {
      worker.destroy();
      worker.waitFor();
      stack.clear();
    }
  }

  @Test
  void an_order_is_checked_and_what_is_no_order_is_refused() {
    String order = run("{\\\"order\\\": \\\"4711\\\", \\\"total\\\": 42}");
    String none = run("no order");
    await().atMost(PATIENCE).until(() -> admin.get(none).json().containsKey("endedAt"));

    assertThat(admin.get(none).json().getString("message"))
        .startsWith("SCHED-0720 the target refused the job: the answer has status 422: {\"error\"");
    await().atMost(PATIENCE).until(() -> admin.get(order + "/result").status() == 200);
    assertThat(admin.get(order + "/result").body())
        .isEqualTo("{\"order\": \"4711\", \"ship\": true}");
  }

  private String run(String body) {
    String job =
        "{\"queue\": \"%s\", \"delay\": \"PT0S\", \"tracked\": true, \"body\": \"%s\"}"
            .formatted(QUEUE, body);
    String location = admin.post("/jobs", job).header("Location");
    return location.substring(location.indexOf("/executions/"));
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }
}
