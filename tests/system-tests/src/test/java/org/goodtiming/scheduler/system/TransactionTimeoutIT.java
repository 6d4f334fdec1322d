package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.system.hanging.Calls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message-driven bean that hangs in a job that is not tracked. */
@Nightly
class TransactionTimeoutIT {

  /** The broker's limit of a transaction that is not prepared, and a margin. */
  private static final Duration LIMIT = Duration.ofMinutes(6);

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  void prepare() {
    stack.clear();
    stack.allow(Calls.QUEUE, Duration.ofMillis(100), 10);
    stack.execute(
        """
        DROP TABLE IF EXISTS shop.call;
        CREATE TABLE shop.call (port text);
        GRANT SELECT, INSERT ON shop.call TO shop
        """);
  }

  @AfterEach
  void clear() {
    stack.clear();
    stack.execute("DROP TABLE shop.call");
  }

  @Test
  void another_worker_gets_its_message_and_what_it_does_later_is_rolled_back() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DeployedWorker bean = new DeployedWorker(stack, "hanging", Calls.class);
        Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.ask(
          Integer.toString(server.getLocalPort()),
          Map.of(
              "scheduler_queue",
              Calls.QUEUE,
              "scheduler_jobId",
              "4711",
              "scheduler_delay",
              "PT0S"));
      server.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
      try (Socket hanging = server.accept();
          Worker other = new Worker(stack.connectionFactory(), Calls.QUEUE)) {
        JobDelivery delivery = other.receive(LIMIT);
        assertThat(delivery.jobId()).isEqualTo("4711");
        assertThat(delivery.deliveryCount()).isEqualTo(2);
        assertThat(hanging.isClosed()).isFalse();
      }
    }
    assertThat(stack.integer("SELECT count(*) FROM shop.call")).isZero();
    assertThat(new BrokerManagement(stack.connectionFactory()).messagesOn(Calls.QUEUE)).isZero();
    assertThat(stack.ledger("difference")).isZero();
  }
}
