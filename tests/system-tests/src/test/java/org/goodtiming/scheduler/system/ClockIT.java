package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.chaos.FakeClock;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose clock is set back by an hour while it runs. Needs libfaketime. */
@Disruptive
@Nightly
class ClockIT {

  private static final String QUEUE = "test.registration";

  private final SystemStack stack = SystemStack.shared();
  private final ServerNode node = stack.node(2);

  @TempDir private Path directory;

  @BeforeEach
  void start() {
    stack.clear();
  }

  @AfterEach
  void restart() {
    node.stop();
    stack.startAllNodes();
  }

  @Test
  void a_node_whose_clock_is_set_back_takes_over_and_takes_amqp_registrations() throws IOException {
    assumeTrue(
        FakeClock.isInstalled(), "needs libfaketime: install the Debian package libfaketime");
    Path clock = Files.writeString(directory.resolve("clock"), "+0");
    node.stop();
    node.start(FakeClock.setBy(clock));
    NodeLog log = NodeLog.from(node);
    Files.writeString(clock, "-1h");
    await().atMost(Duration.ofMinutes(1)).until(() -> log.count("SCHED-0214") > 0);

    stack.node(1).stop();
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE);
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker())) {
      amqp.send(
          "after an hour",
          Map.of("scheduler_queue", QUEUE, "scheduler_jobId", "1", "scheduler_delay", "PT1S"));
      assertThat(worker.receive().text()).isEqualTo("after an hour");
    }
    assertThat(stack.value("SELECT holder FROM scheduler.lease")).isEqualTo(node.name());
  }
}
