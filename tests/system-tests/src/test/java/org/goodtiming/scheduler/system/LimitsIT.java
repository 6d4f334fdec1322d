package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
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
  void workers_have_no_more_runs_at_once_than_the_limit_and_other_queues_do_not_wait()
      throws JMSException {
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

  @Test
  void each_customer_has_its_runs_and_a_busy_one_does_not_keep_another_waiting()
      throws JMSException {
    set(
        "\"keyProperty\": \"x_customer\", \"maxConcurrentRunsPerKey\": 2, \"fairShares\": true,"
            + " \"finishedWhenAcknowledged\": true");
    stack.registerDue(QUEUE, 200, "busy");
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer worker = context.createConsumer(context.createQueue(QUEUE))) {
      assertThat(take(worker, 2, PATIENCE)).isEqualTo(Map.of("busy", 2));
      stack.registerDue(QUEUE, 5, "other");
      assertThat(take(worker, 2, PATIENCE)).isEqualTo(Map.of("other", 2));
      assertAtWorkers(4);
      context.commit();
      assertThat(take(worker, 4, PATIENCE)).isEqualTo(Map.of("busy", 2, "other", 2));
      assertAtWorkers(4);
      context.commit();
      assertThat(take(worker, 3, PATIENCE)).isEqualTo(Map.of("busy", 2, "other", 1));
      assertAtWorkers(3);
      context.commit();
      assertThat(take(worker, 2, PATIENCE)).isEqualTo(Map.of("busy", 2));
      assertAtWorkers(2);
    }
  }

  /** The jobs that wait are those of a tenant; what is sent first cannot be overtaken. */
  @Nightly
  @Test
  void ten_jobs_behind_a_million_of_another_are_done_after_about_twice_ten() throws JMSException {
    set("\"keyProperty\": \"x_customer\", \"fairShares\": true, \"maxDepth\": 4");
    stack.pause(QUEUE, true);
    stack.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, properties, body_is_text, body, sent_at, share_key)
        SELECT '%s', 'busy' || i, now(), now(), 4, '{"x_customer":"busy"}', true, '', now(), 'x_customer=busy'
          FROM generate_series(1, 1000000) i;
        ANALYZE scheduler.job
        """
            .formatted(QUEUE));
    stack.registerDue(QUEUE, 10, "other");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.job WHERE job_id LIKE 'other%'")
                    == 10);
    stack.pause(QUEUE, false);
    Map<String, Integer> customers = new TreeMap<>();
    try (JMSContext context = stack.connectionFactory().createContext();
        JMSConsumer worker = context.createConsumer(context.createQueue(QUEUE))) {
      for (int run = 0; run < 24; run++) {
        take(worker, 1, PATIENCE).forEach((key, runs) -> customers.merge(key, runs, Integer::sum));
      }
    }
    assertThat(customers).isEqualTo(Map.of("busy", 14, "other", 10));
  }

  private static Map<String, Integer> take(JMSConsumer worker, int runs, Duration patience)
      throws JMSException {
    Map<String, Integer> customers = new TreeMap<>();
    for (int run = 0; run < runs; run++) {
      Message message = worker.receive(patience.toMillis());
      assertThat(message).as("run %d of %d", run + 1, runs).isNotNull();
      customers.merge(String.valueOf(message.getStringProperty("x_customer")), 1, Integer::sum);
    }
    return customers;
  }

  private void limit(int runs) {
    set("\"maxConcurrentRuns\": %d, \"finishedWhenAcknowledged\": true".formatted(runs));
  }

  private void set(String settings) {
    assertThat(rest.put("/worker-queues/" + QUEUE, "{" + settings + "}"))
        .matches(answer -> answer.status() < 300);
  }
}
