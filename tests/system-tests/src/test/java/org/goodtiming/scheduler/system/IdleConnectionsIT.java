package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Connections of the nodes' pools that end while nobody uses them, as a firewall or the other side
 * ends them after idle minutes.
 */
@AnyServer
@Nightly
class IdleConnectionsIT {

  private static final int ROUNDS = 3;

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void no_jobs() {
    stack.clear();
  }

  @Test
  void no_request_fails_because_idle_connections_have_ended() {
    for (int round = 0; round < ROUNDS; round++) {
      useAllPools("round " + round);
      assertThat(endIdleSessions()).as("idle sessions of the database").isPositive();
      broker.closeConnectionsOfOthers(stack.broker().user());
    }
    useAllPools("at the end");
    assertThat(stack.ledger("difference")).isZero();
  }

  private long endIdleSessions() {
    return stack.integer(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename LIKE"
            + " 'scheduler\\_%' AND state = 'idle'");
  }

  private void useAllPools(String name) {
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      Map<String, Object> properties =
          Map.of("scheduler_jobId", name + " by JMS", "scheduler_delay", "PT0S");
      assertThat(registrant.ask("x", properties).status()).isEqualTo("accepted");
      IntStream.rangeClosed(1, stack.nodes()).forEach(node -> useRest(node, name + " by REST"));
      assertThat(worker.receive(1 + stack.nodes(), stack::now)).isNotEmpty();
    }
  }

  private void useRest(int node, String name) {
    RestClient rest = new RestClient(stack.node(node));
    Answer posted =
        rest.post(
            "/jobs",
            "{\"queue\": \"test.registration\", \"jobId\": \"%s %d\", \"delay\": \"PT0S\"}"
                .formatted(name, node));
    assertThat(posted.status()).as(posted.body()).isEqualTo(202);
    Answer read = rest.get("/jobs");
    assertThat(read.status()).as(read.body()).isEqualTo(200);
  }
}
