package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of worker queues, as workers see them. */
class LimitsIT {

  private static final String QUEUE = "test.limited";
  private static final String OTHER = "test.limited.other";
  private static final int JOBS = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A change takes effect within one second; a busy machine may take another. */
  private static final Duration CHANGED = Duration.ofSeconds(2);

  private final SystemStack stack = SystemStack.shared();
  private final RestClient rest = new RestClient(stack.node(1));
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private int otherJobs;

  @BeforeEach
  void allow() {
    stack.clear();
    for (String queue : new String[] {QUEUE, OTHER}) {
      stack.allow(queue);
      broker.purge(queue);
    }
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void workers_have_no_more_runs_at_once_than_the_limit_and_other_queues_do_not_wait() {
    RestClient.Answer uncounted = rest.put("/worker-queues/" + QUEUE, "{\"maxConcurrentRuns\": 3}");
    assertThat(uncounted.status()).isEqualTo(422);
    assertThat(uncounted.body()).contains("SCHED-0824", "set finishedWhenAcknowledged");
    limit(3);
    stack.registerDue(QUEUE, JOBS);
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer worker = context.createConsumer(context.createQueue(QUEUE))) {
      take(worker, 3, PATIENCE);
      assertAtWorkers(3);

      limit(5);
      take(worker, 2, CHANGED);
      assertAtWorkers(5);

      limit(2);
      assertAtWorkers(5);
      context.commit();
      take(worker, 2, PATIENCE);
      assertAtWorkers(2);

      limit(0);
      take(worker, JOBS - 7, CHANGED);
      context.commit();
    }
    assertThat(stack.ledger("dispatched")).isEqualTo(JOBS + otherJobs);
  }

  /** The leader dispatches another job, so it has also looked at the queue with the limit. */
  private void assertAtWorkers(int runs) {
    stack.registerDue(OTHER, 1);
    otherJobs++;
    await().atMost(PATIENCE).until(() -> broker.messagesOn(OTHER) == otherJobs);
    assertThat(broker.messagesOn(QUEUE)).isEqualTo(runs);
  }

  private static void take(JMSConsumer worker, int runs, Duration patience) {
    for (int run = 0; run < runs; run++) {
      assertThat(worker.receive(patience.toMillis())).as("run %d of %d", run + 1, runs).isNotNull();
    }
  }

  private void limit(int runs) {
    rest.put(
        "/worker-queues/" + QUEUE,
        "{\"maxConcurrentRuns\": %d, \"finishedWhenAcknowledged\": true}".formatted(runs));
  }
}
